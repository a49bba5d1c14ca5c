import { useMutation } from '@tanstack/react-query'
import { enterVenue, type VenueDoor } from '../../../client/session/index.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'
import { useClient } from '../../lib/client.ts'

/** Enters the room, or reports the reason why not. */
export function useEnter() {
  const client = useClient()
  return useMutation({
    mutationFn: (door: VenueDoor) => enterVenue(client, door),
    onSuccess: (_entered, { scheduleTimelineId }) => navigate(client, pathTo('/venue/detail', { scheduleTimelineId })),
  })
}
