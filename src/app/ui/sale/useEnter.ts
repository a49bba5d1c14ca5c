import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { enterVenue, type VenueDoor } from '../../../client/session/index.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'
import { notify } from '../toast.ts'
import { useClient } from '../../lib/client.ts'

/** Enters the room, or reports the reason why not. */
export function useEnter() {
  const client = useClient()
  const { t } = useLingui()
  return useMutation({
    mutationFn: (door: VenueDoor) => enterVenue(client, door),
    onSuccess: async (result, { scheduleTimelineId }) => {
      if (result === 'entered') await navigate(client, pathTo('/venue/detail', { scheduleTimelineId }))
      else
        notify(client, {
          tone: 'warn',
          title: t`You are not admitted to this sale yet.`,
          text: t`The operator decides on your sign-up; your bidding number appears on the home page.`,
        })
    },
  })
}
