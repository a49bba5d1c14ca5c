import { Verdict } from '../../contract/verdict.ts'
import type { BiddingNumber, LotId, Offer, OfferId } from '../../domain/lot.ts'
import { formatMilli, formatMinor, type Currency, type Instant, type Milli, type Minor } from '../../domain/units.ts'
import type { Sending } from '../calls/askAnew.ts'
import { ApiError, HttpStatusError, InBetweenError, TimeoutError } from '../calls/errors.ts'
import type { CallName, Send, SentBy } from '../calls/types.ts'
import type { Key } from './bids.ts'
import type { BidAnswer } from './pending.ts'

/** The result of a command without a key: a host's act, a message, an adjustment. */
export type CommandOutcome = { readonly kind: 'done' } | { readonly kind: 'failed'; readonly error: unknown }

interface OfferTerms {
  readonly lot: LotId
  readonly price: Minor
  readonly quantity: Milli
  readonly deliveryDate: string
  readonly note: string
  readonly expiresAt: Instant
  readonly answers: OfferId | null
}

/** A bidder on the telephone, identified by the PIN of its admission. */
interface Caller {
  readonly biddingNumber: BiddingNumber
  readonly pin: string
  /** Name or login of the person on the telephone; may be empty. */
  readonly caller: string
}

export type Commands = ReturnType<typeof commandsOf>

const iso = (at: Instant): string => new Date(at).toISOString()

/**
 * All commands of a session, as calls. `onFailure` is called when a keyed command returns without a verdict. Questions
 * for verdicts fail silently, and are repeated.
 */
export function commandsOf(scheduleTimelineId: string, send: Send, onFailure: (error: unknown) => void) {
  const keyed = <N extends CallName>(name: N, sent: SentBy<N>, sending: Sending) =>
    settled(send, name, sent, sending, onFailure)
  const plain = <N extends CallName>(name: N, sent: SentBy<N>) => outcomeOf(send(name, sent))
  const of = { scheduleTimelineId }
  const ofLot = (contractObjectId: LotId) => ({ scheduleTimelineId, contractObjectId })
  const ofOffer = ({ offer, revision }: Offer, { bidKey }: Key) => ({
    scheduleTimelineId,
    offerId: offer,
    revision,
    bidKey,
  })
  return {
    // Keyed commands, which `bids.ts` tracks
    bid: (lot: LotId, price: Minor) => (key: Key, sending: Sending) =>
      keyed(
        'bidOrCounteroffer',
        { body: { ...ofLot(lot), type: '1', price: formatMinor(price), ...wireKey(key) } },
        sending,
      ),
    offer: (terms: OfferTerms) => (key: Key, sending: Sending) =>
      keyed('bidOrCounteroffer', { body: { ...offerBody(scheduleTimelineId, terms), ...wireKey(key) } }, sending),
    setCeiling: (lot: LotId, amount: Minor, mode: 'standing' | 'linkLoss') => (key: Key, sending: Sending) =>
      keyed('ceilingSet', { body: { ...ofLot(lot), amount: formatMinor(amount), mode, ...wireKey(key) } }, sending),
    dropCeiling:
      (lot: LotId) =>
      ({ bidKey }: Key, sending: Sending) =>
        keyed('ceilingDrop', { body: { ...ofLot(lot), bidKey } }, sending),
    acceptOffer: (offer: Offer) => (key: Key, sending: Sending) =>
      keyed('offerAccept', { body: ofOffer(offer, key) }, sending),
    declineOffer: (offer: Offer) => (key: Key, sending: Sending) =>
      keyed('offerDecline', { body: ofOffer(offer, key) }, sending),
    withdrawOffer:
      (offer: Offer) =>
      ({ bidKey }: Key, sending: Sending) =>
        keyed('offerWithdraw', { body: { ...of, offerId: offer.offer, bidKey } }, sending),
    confirmDeal:
      (lot: LotId) =>
      ({ bidKey }: Key, sending: Sending) =>
        keyed('dealConfirm', { body: { ...ofLot(lot), bidKey } }, sending),
    declineDeal:
      (lot: LotId) =>
      ({ bidKey }: Key, sending: Sending) =>
        keyed('dealDecline', { body: { ...ofLot(lot), bidKey } }, sending),
    // By host or operator, for a bidder on the telephone
    clerkBid: (lot: LotId, caller: Caller, price: Minor) => (key: Key, sending: Sending) =>
      keyed('clerkBid', { body: { ...ofLot(lot), ...caller, price: formatMinor(price), ...wireKey(key) } }, sending),
    clerkSetCeiling:
      (lot: LotId, caller: Caller, amount: Minor, mode: 'standing' | 'linkLoss') => (key: Key, sending: Sending) =>
        keyed(
          'clerkCeilingSet',
          { body: { ...ofLot(lot), ...caller, amount: formatMinor(amount), mode, ...wireKey(key) } },
          sending,
        ),
    clerkDropCeiling:
      (lot: LotId, caller: Caller) =>
      ({ bidKey }: Key, sending: Sending) =>
        keyed('clerkCeilingDrop', { body: { ...ofLot(lot), ...caller, bidKey } }, sending),
    askVerdict: (bidKey: string, sending: Sending) =>
      settled(send, 'verdict', { query: { bidKey } }, sending, () => {}),
    // By host or operator
    start: (lots: readonly LotId[] | null, biddingSeconds: number | null) =>
      plain('start', { body: { ...of, contractObjectIds: lots === null ? null : [...lots], biddingSeconds } }),
    addRound: (lots: readonly LotId[], biddingSeconds: number) =>
      plain('addRound', { body: { ...of, contractObjectIds: [...lots], biddingSeconds } }),
    addLots: (lots: readonly LotId[]) => plain('lotsAdd', { body: { ...of, contractObjectIds: [...lots] } }),
    adjustStage: (minutes: number | null) => plain('adjustStage', { body: { ...of, minutes } }),
    closeTemporarily: (message: string) => plain('closeTemporarily', { body: { ...of, message } }),
    reopen: () => plain('reopen', { body: of }),
    accomplish: (untried: readonly LotId[]) => plain('accomplish', { body: { ...of, untried: [...untried] } }),
    holdLot: (lot: LotId) => plain('holdLot', { body: ofLot(lot) }),
    voidBid: (lot: LotId, seq: number, reason: string) => plain('voidBid', { body: { ...ofLot(lot), seq, reason } }),
    withdrawLot: (lot: LotId, reason: string) => plain('withdrawLot', { body: { ...ofLot(lot), reason } }),
    dismissBidder: (biddingNumber: BiddingNumber, reason: string) =>
      plain('dismissBidder', { body: { ...of, biddingNumber, reason } }),
    suspendCompany: (speaker: string, reason: string) => plain('suspendCompany', { body: { ...of, speaker, reason } }),
    setSpeech: (allowed: boolean, speaker: string | null) => plain('setSpeech', { body: { ...of, allowed, speaker } }),
    // By a seller
    adjustLot: (lot: LotId, startPrice: Minor, deliveryDate: string) =>
      plain('lotAdjust', { body: { ...ofLot(lot), startPrice: formatMinor(startPrice), deliveryDate } }),
    // By a buyer
    limitColleague: (userId: string, currency: Currency, most: Minor | null) =>
      plain('colleagueLimit', { body: { ...of, userId, currency, most: most && formatMinor(most) } }),
    // A message to everyone
    say: (content: string) => plain('messageAdd', { body: { ...of, content } }),
  }
}

const wireKey = ({ bidKey, notAfter }: Key) => ({ bidKey, notAfter: iso(notAfter) })

function offerBody(
  scheduleTimelineId: string,
  { lot, price, quantity, deliveryDate, note, expiresAt, answers }: OfferTerms,
) {
  const money = { price: formatMinor(price), quantity: formatMilli(quantity) }
  return {
    scheduleTimelineId,
    contractObjectId: lot,
    type: '2' as const,
    ...money,
    deliveryDate,
    note,
    expiresAt: iso(expiresAt),
    answers,
  }
}

/** Always settles: with a verdict, a refusal without one, or a lost answer. */
async function settled<N extends CallName>(
  send: Send,
  name: N,
  sent: SentBy<N>,
  { signal, turn, isLast }: Sending,
  onFailure: (error: unknown) => void,
): Promise<BidAnswer> {
  try {
    return answerOf(await send(name, sent, { signal, apart: turn % 2 === 1 }))
  } catch (thrown) {
    const error = isTimeout(thrown) ? new TimeoutError('no answer while the bid could be taken') : thrown
    const answer = failureOf(error)
    // Another attempt may still be answered; the failure of an aborted one is not reported.
    if (answer.kind === 'turnedAway' ? !signal.aborted : answer.kind === 'lost' && isLast()) onFailure(error)
    return answer
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const answerOf = (data: unknown): BidAnswer => {
  const verdict = Verdict.safeParse(data)
  return verdict.success ? { kind: 'verdict', verdict: verdict.data } : { kind: 'lost', because: 'system' }
}

function failureOf(error: unknown): BidAnswer {
  if (error instanceof ApiError) {
    const verdict = Verdict.safeParse(error.data)
    if (verdict.success) return { kind: 'verdict', verdict: verdict.data }
    const { code, reason, msg } = error
    return { kind: 'turnedAway', code, reason, msg }
  }
  if (error instanceof InBetweenError) return { kind: 'lost', because: 'between' }
  if (error instanceof HttpStatusError) return { kind: 'lost', because: 'http' }
  return { kind: 'lost', because: error instanceof TimeoutError ? 'timeout' : 'network' }
}

async function outcomeOf(work: Promise<unknown>): Promise<CommandOutcome> {
  try {
    await work
    return { kind: 'done' }
  } catch (error) {
    return { kind: 'failed', error }
  }
}
