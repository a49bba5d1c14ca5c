import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../../client/calls/index.ts'
import type { Client } from '../../../client/client.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { saleRulesQuery } from '../../lib/documents.ts'
import { formatMoment, formatMoney } from '../../lib/format/index.ts'
import { i18nOf } from '../../lib/i18n/i18n.ts'
import type { Entry } from '../../lib/sale/index.ts'
import { confirm } from '../confirm.ts'
import { notify } from '../toast.ts'

/** Asks whether the company signs up for the session, and names its rules. */
export function confirmSignUp(client: Client, { schedule: { name }, timeline }: Entry): Promise<boolean> {
  const i18n = i18nOf(client)
  const start = formatMoment(timeline.startTime, client.locale)
  return confirm(client, {
    title: i18n._(msg`Sign up for this sale?`),
    text: [
      i18n._(
        msg`${name}, ${start} Beijing time. Your company gets one bidding number; bids placed with it are binding.`,
      ),
      ...(timeline.deposit ? [depositTold(client, timeline.deposit)] : []),
    ].join(' '),
    reading: {
      href: pathTo('/rules', { sale: timeline.scheduleTimelineId }),
      name: i18n._(msg`Rules of this session`),
    },
    confirmLabel: i18n._(msg`Sign up`),
  })
}

/** The deposit that the sale asks for, before anyone signs up. */
function depositTold(client: Client, { required, due }: NonNullable<Entry['timeline']['deposit']>): string {
  const i18n = i18nOf(client)
  const amounts = amountsIn(required)
  const until = formatMoment(due, client.locale)
  return i18n._(
    msg`It asks for a deposit of ${amounts}, due ${until} Beijing time. You get the account and the reference once you have signed up.`,
  )
}

const amountsIn = (amounts: readonly { readonly currency: string; readonly amount: string }[]) =>
  amounts.map(({ amount, currency }) => formatMoney(amount, currency)).join(' / ')

/** Signs the company up under the rules as this device has shown them, or would show them now; shows its number. */
export async function signUp(client: Client, queries: QueryClient, scheduleTimelineId: string): Promise<void> {
  const rules = saleRulesQuery(scheduleTimelineId)
  try {
    const { hash: rulesHash } = await queries.fetchQuery(rules)
    tellSignedUp(client, await client.calls.send('biddingRegistrationAdd', { body: { scheduleTimelineId, rulesHash } }))
  } catch (error) {
    // Rules that have changed since are read anew.
    void queries.invalidateQueries({ queryKey: rules.queryKey })
    throw error
  }
  await queries.invalidateQueries({ queryKey: ['schedules'] })
}

/** Shows the company's bidding number, and its admission PIN where there is one. */
function tellSignedUp(
  client: Client,
  { biddingNumber, pin, deposit }: Pick<AnswerOf<'biddingRegistrationAdd'>, 'biddingNumber' | 'pin' | 'deposit'>,
): void {
  const i18n = i18nOf(client)
  if (biddingNumber === null && deposit && !deposit.open.some(({ amount }) => Number(amount) === 0)) {
    const [amounts, { reference }] = [amountsIn(deposit.open), deposit]
    return void notify(client, {
      tone: 'calm',
      title: i18n._(msg`Signed up. Now pay the deposit of ${amounts}.`),
      text: i18n._(msg`Reference ${reference}. Account, deadline and state are under Bidding sign-up.`),
      shownMs: null,
    })
  }
  if (biddingNumber === null)
    return void notify(client, {
      tone: 'calm',
      title: i18n._(msg`Signed up. The operator is reviewing it.`),
      text: i18n._(msg`Your bidding number appears on the home page.`),
    })
  notify(client, {
    tone: 'good',
    title: i18n._(msg`Signed up. Your bidding number is ${biddingNumber}.`),
    text:
      pin === null
        ? i18n._(msg`Everyone in your company bids under this number.`)
        : i18n._(
            msg`Everyone in your company bids under this number. Admission PIN ${pin}: note it. If you cannot get into the room, call the host; with it they bid for you.`,
          ),
    // The PIN is shown only once, so the notice stays until it is closed.
    ...(pin !== null && { shownMs: null }),
  })
}
