import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { send } from '../../../client/calls/index.ts'
import { formatMoment } from '../../lib/format/index.ts'
import { currentLocale } from '../../lib/i18n/index.ts'
import { confirm } from '../confirm.ts'
import { notify } from '../toast.ts'
import type { Entry } from '../../lib/sale/index.ts'

/** Asks, signs the company up, and says with which number. */
export function useSignUp({ schedule, timeline }: Entry): { readonly ask: () => void; readonly isPending: boolean } {
  const { t } = useLingui()
  const client = useQueryClient()
  const { scheduleTimelineId } = timeline
  const signUp = useMutation({
    mutationFn: () => send('biddingRegistrationAdd', { body: { scheduleTimelineId } }),
    onSuccess: async ({ biddingNumber }) => {
      notify(
        biddingNumber === null
          ? {
              tone: 'calm',
              title: t`Signed up. The operator is reviewing it.`,
              text: t`Your bidding number appears on the home page.`,
            }
          : {
              tone: 'good',
              title: t`Signed up. Your bidding number is ${biddingNumber}.`,
              text: t`Everyone in your company bids under this number.`,
            },
      )
      await client.invalidateQueries({ queryKey: ['schedules'] })
    },
  })
  const ask = async (): Promise<void> => {
    const { name } = schedule
    const start = formatMoment(timeline.startTime, currentLocale())
    const yes = await confirm({
      title: t`Sign up for this sale?`,
      text: t`${name}, ${start} Beijing time. Your company gets one bidding number; bids placed with it are binding.`,
      confirmLabel: t`Sign up`,
    })
    if (yes) signUp.mutate()
  }
  return { ask: () => void ask(), isPending: signUp.isPending }
}
