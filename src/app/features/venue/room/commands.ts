import type { AnyReason } from '../../../../contract/codes.ts'
import { BID_NOT_AFTER_MS } from '../../../../contract/constants.ts'
import { Verdict } from '../../../../contract/verdict.ts'
import type { LotId, Offer, OfferId } from '../../../../domain/state.ts'
import { formatMilli, formatMinor, type Instant, type Milli, type Minor } from '../../../../domain/units.ts'
import { ApiError, isTransport, send, TimeoutError, type CallName, type SentBy } from '../../../lib/api/index.ts'
import type { Key } from '../../../sync/bids.ts'
import type { Answer, Numbers } from '../../../sync/pending.ts'

/** What a command without a key of its own came to: a host's act, a message, an adjustment. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: AnyReason; readonly numbers: Numbers }
  /** No answer: it may have been done. The room's own state tells. */
  | { readonly kind: 'unsure' }

export interface OfferTerms {
  readonly lot: LotId
  readonly price: Minor
  readonly quantity: Milli
  readonly deliveryDate: string
  readonly note: string
  readonly expiresAt: Instant
  readonly answers: OfferId | null
}

export type Commands = ReturnType<typeof commandsOf>

const iso = (at: Instant): string => new Date(at).toISOString()

/** Everything a person can do in one session, as calls. */
export function commandsOf(scheduleTimelineId: string) {
  const of = { scheduleTimelineId }
  const ofLot = (contractObjectId: LotId) => ({ scheduleTimelineId, contractObjectId })
  const ofOffer = ({ offer, revision }: Offer, { bidKey }: Key) => ({
    scheduleTimelineId,
    offerId: offer,
    revision,
    bidKey,
  })
  return {
    // keyed: their fate is followed by sync/bids
    bid: (lot: LotId, price: Minor) => (key: Key) =>
      keyed('bidOrCounteroffer', { body: { ...ofLot(lot), type: '1', price: formatMinor(price), ...wireKey(key) } }),
    offer: (terms: OfferTerms) => (key: Key) =>
      keyed('bidOrCounteroffer', { body: { ...offerBody(scheduleTimelineId, terms), ...wireKey(key) } }),
    setCeiling: (lot: LotId, amount: Minor, mode: 'standing' | 'linkLoss') => (key: Key) =>
      keyed('ceilingSet', { body: { ...ofLot(lot), amount: formatMinor(amount), mode, ...wireKey(key) } }),
    dropCeiling:
      (lot: LotId) =>
      ({ bidKey }: Key) =>
        keyed('ceilingDrop', { body: { ...ofLot(lot), bidKey } }),
    acceptOffer: (offer: Offer) => (key: Key) => keyed('offerAccept', { body: ofOffer(offer, key) }),
    declineOffer: (offer: Offer) => (key: Key) => keyed('offerDecline', { body: ofOffer(offer, key) }),
    withdrawOffer:
      (offer: Offer) =>
      ({ bidKey }: Key) =>
        keyed('offerWithdraw', { body: { ...of, offerId: offer.offer, bidKey } }),
    askVerdict: (bidKey: string) => keyed('verdict', { query: { bidKey } }),
    // host
    start: (lots: readonly LotId[] | null, biddingSeconds: number | null) =>
      plain('start', { body: { ...of, contractObjectIds: lots === null ? null : [...lots], biddingSeconds } }),
    addRound: (lots: readonly LotId[], biddingSeconds: number) =>
      plain('addRound', { body: { ...of, contractObjectIds: [...lots], biddingSeconds } }),
    adjustStage: (minutes: number | null) => plain('adjustStage', { body: { ...of, minutes } }),
    closeTemporarily: (message: string) => plain('closeTemporarily', { body: { ...of, message } }),
    reopen: () => plain('reopen', { body: of }),
    accomplish: () => plain('accomplish', { body: of }),
    holdLot: (lot: LotId) => plain('holdLot', { body: ofLot(lot) }),
    voidBid: (lot: LotId, seq: number, reason: string) => plain('voidBid', { body: { ...ofLot(lot), seq, reason } }),
    withdrawLot: (lot: LotId, reason: string) => plain('withdrawLot', { body: { ...ofLot(lot), reason } }),
    setSpeech: (allowed: boolean, speaker: string | null) => plain('setSpeech', { body: { ...of, allowed, speaker } }),
    // seller
    adjustLot: (lot: LotId, startPrice: Minor, deliveryDate: string) =>
      plain('lotAdjust', { body: { ...ofLot(lot), startPrice: formatMinor(startPrice), deliveryDate } }),
    // everybody
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

/** Settles, whatever happens: a verdict, a refusal at the door, or silence. */
async function keyed<N extends CallName>(name: N, sent: SentBy<N>): Promise<Answer> {
  try {
    return answerOf(await send(name, sent, { signal: AbortSignal.timeout(BID_NOT_AFTER_MS) }))
  } catch (error) {
    return failureOf(error)
  }
}

const answerOf = (data: unknown): Answer => {
  const verdict = Verdict.safeParse(data)
  return verdict.success ? { kind: 'verdict', verdict: verdict.data } : { kind: 'lost', because: 'system' }
}

function failureOf(error: unknown): Answer {
  if (error instanceof ApiError) {
    const verdict = Verdict.safeParse(error.data)
    if (verdict.success) return { kind: 'verdict', verdict: verdict.data }
    return error.reason ? { kind: 'turnedAway', reason: error.reason } : { kind: 'lost', because: 'system' }
  }
  const timedOut = error instanceof TimeoutError || (error instanceof DOMException && error.name === 'TimeoutError')
  return { kind: 'lost', because: timedOut ? 'timeout' : isTransport(error) ? 'network' : 'system' }
}

async function plain<N extends CallName>(name: N, sent: SentBy<N>): Promise<Outcome> {
  try {
    await send(name, sent)
    return { kind: 'done' }
  } catch (error) {
    return error instanceof ApiError && error.reason
      ? { kind: 'refused', reason: error.reason, numbers: error.numbers }
      : { kind: 'unsure' }
  }
}
