import { setTimeout as wait } from 'node:timers/promises'
import { minor, parseMinor } from '../../../src/domain/units.ts'
import { LIMITED_EVERY, venueOf } from '../../support/world.ts'
import type { Venue } from '../../support/client.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import type { Operation } from '../linearizable/check.ts'
import type { LotInput, LotOutput } from '../linearizable/lot.ts'
import { isSilence, newAttempt, send, sendAsClerk, sendCeiling } from '../parts/attempt.ts'
import type { Attempt, VerdictWire } from '../parts/attempt.ts'
import { finalAt } from '../parts/audit.ts'

export type LotOperation = Operation<LotInput, LotOutput>

/** The history of one lot, as its bidders and readers saw it. */
export interface LotRecord {
  readonly lot: string
  readonly attempts: Attempt[]
  readonly reads: LotOperation[]
}

interface Recording {
  readonly session: WorldSession
  readonly lot: WorldSession['lots'][number]
  readonly bidders: readonly Member[]
  /** Operations of each bidder. */
  readonly operations: number
  /** The node for an operation: any, as clients connect to any. */
  readonly anyNode: () => string
  readonly random: () => number
  readonly lifeMs: number
  /** PIN of every bidder's admission. */
  readonly pin: string
}

const READS = 0.3
/** Bids that the host makes for the bidder. */
const BY_CLERK = 0.15
/** Only of bidders without a limit: how far a limited bidder's ceiling acts depends on other lots. */
const CEILINGS = 0.25
const ABOVE = 4
/** A client without an answer repeats the bid, at another node half of the time. */
const REPEATS = 0.5

/** Bidders at one lot at once, each doing one thing after another: prices that collide, reads between them. */
export async function record(recording: Recording): Promise<LotRecord> {
  const found: LotRecord = { lot: recording.lot.id, attempts: [], reads: [] }
  await Promise.all(
    recording.bidders.map(async (member) => {
      for (let i = 0; i < recording.operations; i++) {
        if (recording.random() < READS) await read(recording, member, found)
        else if (recording.random() < CEILINGS && isFree(member)) await setCeiling(recording, member, found)
        else await bid(recording, member, found)
      }
    }),
  )
  return found
}

/** Whether it has no limit. */
export const isFree = ({ biddingNumber }: Member): boolean => ((biddingNumber ?? 0) - 1) % LIMITED_EVERY !== 0

const stepsOf = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ verdict }) => verdict?.verdict === 'accepted').length

async function setCeiling(
  { session, lot, anyNode, random, lifeMs }: Recording,
  member: Member,
  { attempts }: LotRecord,
): Promise<void> {
  const price = minor(lot.startPrice + (stepsOf(attempts) + Math.floor(random() * ABOVE)) * lot.addRange)
  const ceiling = random() < 0.5 ? 'standing' : 'linkLoss'
  const attempt = newAttempt(member.biddingNumber ?? 0, lot.id, price, lifeMs, { ceiling })
  attempts.push(attempt)
  const venue = () => venueOf(anyNode(), session, member)
  await heard(attempt, venue, async () => {
    await sendCeiling(attempt, ceiling, venue())
    if (attempt.verdict === null && random() < REPEATS) await sendCeiling(attempt, ceiling, venue())
  })
}

async function bid(
  { session, lot, anyNode, random, lifeMs, pin }: Recording,
  member: Member,
  { attempts }: LotRecord,
): Promise<void> {
  // Near the lot's price: often the same as another bid's, sometimes too low.
  const steps = stepsOf(attempts) + Math.floor(random() * 3) - 1
  const attempt = newAttempt(
    member.biddingNumber ?? 0,
    lot.id,
    minor(lot.startPrice + Math.max(0, steps) * lot.addRange),
    lifeMs,
    { clerk: random() < BY_CLERK },
  )
  attempts.push(attempt)
  const venue = () => venueOf(anyNode(), session, attempt.clerk ? session.host : member)
  const sendIt = () => (attempt.clerk ? sendAsClerk(attempt, venue(), pin) : send(attempt, venue()))
  await heard(attempt, venue, async () => {
    await sendIt()
    if (attempt.verdict === null && random() < REPEATS) await sendIt()
  })
}

/**
 * Sends it, and, where no answer has come by its `notAfter`, asks any node what became of it, as the app does, while nodes
 * and links fail: what is told then is final.
 */
export async function heard(attempt: Attempt, venue: () => Venue, sending: () => Promise<void>): Promise<void> {
  const isFinal = new AbortController()
  const waits = wait(Math.max(0, finalAt(attempt.notAfter) - Date.now()), undefined, { signal: isFinal.signal })
  const sent = sending()
  await Promise.race([sent, waits])
  if (attempt.verdict === null) {
    await waits
    attempt.told = await asked(attempt, venue)
  } else {
    isFinal.abort()
    await waits.catch(() => undefined)
  }
  await sent
  if (attempt.verdict === null && attempt.told !== null) {
    attempt.verdict = attempt.told
    attempt.returnedAt = performance.now()
  }
}

/** Asks until a node answers. */
async function asked({ bidKey }: Attempt, venue: () => Venue): Promise<VerdictWire> {
  for (;;) {
    try {
      return await venue().verdict(bidKey)
    } catch (error) {
      if (!isSilence(error)) throw error
    }
    await wait(20)
  }
}

/** A read without an answer shows nothing and changes nothing. */
export async function read(
  { session, lot, anyNode }: Pick<Recording, 'session' | 'lot' | 'anyNode'>,
  member: Member,
  { reads }: LotRecord,
): Promise<void> {
  const calledAt = performance.now()
  try {
    const { price, leader } = await venueOf(anyNode(), session, member).biddingInfo(lot.id)
    reads.push({
      input: { kind: 'read' },
      output: { kind: 'read', price: price === null ? null : parseMinor(price), leader },
      calledAt,
      returnedAt: performance.now(),
    })
  } catch (error) {
    if (!isSilence(error)) throw error
  }
}

/** The history for the checker. A bid that the room finally does not know never happened. */
export function historyOf({ attempts, reads }: LotRecord): LotOperation[] {
  const bids = attempts.flatMap(({ bidder: number, price, ceiling, verdict, calledAt, returnedAt }): LotOperation[] => {
    if (verdict === null) throw new Error('a bid that was not resolved')
    if (verdict.verdict === 'unknown') return []
    const output: LotOutput =
      verdict.verdict === 'accepted' ? { kind: 'accepted' } : { kind: 'refused', reason: verdict.reason ?? '' }
    const input: LotInput =
      ceiling === null
        ? { kind: 'bid', number, price }
        : { kind: 'ceiling', number, amount: price, mandate: ceiling === 'linkLoss' }
    return [{ input, output, calledAt, returnedAt }]
  })
  return [...bids, ...reads]
}
