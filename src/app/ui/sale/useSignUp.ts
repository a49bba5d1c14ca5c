import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatMoment } from '../../lib/format/index.ts'
import { confirm } from '../confirm.ts'
import { notify } from '../toast.ts'
import type { Entry } from '../../lib/sale/index.ts'
import { useClient } from '../../lib/client.ts'

/** Asks for confirmation, signs the company up, and shows its bidding number. */
export function useSignUp({ schedule, timeline }: Entry): { readonly ask: () => void; readonly isPending: boolean } {
  const client = useClient()
  const { t } = useLingui()
  const queries = useQueryClient()
  const { scheduleTimelineId } = timeline
  const signUp = useMutation({
    mutationFn: () => client.calls.send('biddingRegistrationAdd', { body: { scheduleTimelineId } }),
    onSuccess: async ({ biddingNumber, pin }) => {
      notify(
        client,
        biddingNumber === null
          ? {
              tone: 'calm',
              title: t`Signed up. The operator is reviewing it.`,
              text: t`Your bidding number appears on the home page.`,
            }
          : {
              tone: 'good',
              title: t`Signed up. Your bidding number is ${biddingNumber}.`,
              text:
                pin === null
                  ? t`Everyone in your company bids under this number.`
                  : t`Everyone in your company bids under this number. Admission PIN ${pin}: note it. If you cannot get into the room, call the host; with it they bid for you.`,
              // The PIN is shown only once, so the notice stays until it is closed.
              ...(pin !== null && { shownMs: null }),
            },
      )
      await queries.invalidateQueries({ queryKey: ['schedules'] })
    },
  })
  const ask = async (): Promise<void> => {
    const { name } = schedule
    const start = formatMoment(timeline.startTime, client.locale)
    const yes = await confirm(client, {
      title: t`Sign up for this sale?`,
      text: t`${name}, ${start} Beijing time. Your company gets one bidding number; bids placed with it are binding.`,
      confirmLabel: t`Sign up`,
    })
    if (yes) signUp.mutate()
  }
  return { ask: () => void ask(), isPending: signUp.isPending }
}
