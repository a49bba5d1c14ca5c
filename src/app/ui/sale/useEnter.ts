import { useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { enterVenue } from '../../../client/session/index.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'
import { notify } from '../toast.ts'
import type { Timeline } from '../../lib/sale/index.ts'

/** Into the room, or the reason why not. */
export function useEnter() {
  const { t } = useLingui()
  return useMutation({
    mutationFn: (timeline: Timeline) => enterVenue(timeline),
    onSuccess: async (result, { scheduleTimelineId }) => {
      if (result === 'entered') await navigate(pathTo('/venue/detail', { scheduleTimelineId }))
      else
        notify({
          tone: 'warn',
          title: t`You are not admitted to this sale yet.`,
          text: t`The operator decides on your sign-up; your bidding number appears on the home page.`,
        })
    },
  })
}
