import type { Verdict } from '../../contract/verdict.ts'
import type { Given } from '../../domain/commands.ts'
import { decide } from '../../domain/decide.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { seal } from '../../domain/log.ts'
import type { Salt, Sha256 } from '../../domain/log.ts'
import { receiptBody } from '../../domain/receipt.ts'
import type { ReceiptBody } from '../../domain/receipt.ts'
import { BidsLeftOut } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { earliest, later, latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Placed, Position, Sealed } from './position.ts'
import type { SignReceipts } from './ports.ts'
import { accepted, refused } from './verdict.ts'

/** A queued command; the room's own commands are created at the moment of the decision. */
export interface QueuedCommand {
  given(now: Instant): Given
  /** The command must be durable by then; `null`: no limit. */
  readonly notAfter: Instant | null
}

export interface Sealing {
  readonly sha256: Sha256
  readonly salt: Salt
}

export type RoomAnswer =
  | { readonly verdict: Verdict; /** The verdict to be signed. */ readonly receipt: ReceiptBody | null }
  /** The law (or the hashing) threw on this one command; the others continue. */
  | { readonly failed: unknown }

/** A batch decided in order, not yet durable. */
export interface Batch {
  readonly from: Position
  readonly position: Position
  readonly sealed: readonly Sealed[]
  readonly placed: readonly Placed[]
  /** One answer per command, in the same order. */
  readonly answers: readonly RoomAnswer[]
  /** The earliest `notAfter` among accepted commands. */
  readonly guard: Instant | null
}

export function decideBatch(from: Position, asked: readonly QueuedCommand[], now: Instant, sealing: Sealing): Batch {
  let at = from
  let guard: Instant | null = null
  const sealed: Sealed[] = []
  const placed: Placed[] = []
  const answers = asked.map((one): RoomAnswer => {
    try {
      const decided = decideOne(at, one, now, sealing)
      if ('refused' in decided) return { verdict: decided.refused, receipt: null }
      // Without entries the position object stays the same, which the pipeline checks by identity.
      if (decided.sealed.length > 0) at = decided.position
      sealed.push(...decided.sealed)
      placed.push(...decided.placed)
      if (decided.guard !== null) guard = guard === null ? decided.guard : earliest(guard, decided.guard)
      return { verdict: decided.accepted, receipt: decided.receipt }
    } catch (failed) {
      // No command's fault: nothing of the batch can be decided until the whole log is read.
      if (failed instanceof BidsLeftOut) throw failed
      return { failed }
    }
  })
  return { from, position: at, sealed, placed, answers, guard }
}

type One =
  | { readonly refused: Verdict }
  | {
      readonly accepted: Verdict
      readonly receipt: ReceiptBody | null
      readonly position: Position
      readonly sealed: readonly Sealed[]
      readonly placed: readonly Placed[]
      readonly guard: Instant | null
    }

function decideOne(from: Position, asked: QueuedCommand, now: Instant, sealing: Sealing): One {
  const given = asked.given(now)
  if (asked.notAfter !== null && now > asked.notAfter)
    return { refused: refused(given, { refused: 'bid.too_late' }, now) }
  const decision = decide(from.state, given, now)
  if ('refused' in decision) return { refused: refused(given, decision, now) }
  const { sealed, placed, hash } = sealAll(decision.events, from, sealing)
  return {
    accepted: accepted(given, decision.events, now),
    receipt: receiptFor(given, placed, from.state, decision.state),
    position: { state: decision.state, hash },
    sealed,
    placed,
    guard: asked.notAfter,
  }
}

function sealAll(events: readonly SessionEvent[], from: Position, { sha256, salt }: Sealing) {
  let hash = from.hash
  const sealed: Sealed[] = []
  const placed: Placed[] = []
  for (const event of events) {
    const one = seal(event, { epoch: from.state.epoch, prevHash: hash, sha256, salt })
    hash = one.entry.hash
    sealed.push(one)
    placed.push({ event, hash })
  }
  return { sealed, placed, hash }
}

/** A receipt covers the bid, or the ceiling, itself, not the ceilings' answers to it. */
function receiptFor(
  { command, by }: Given,
  placed: readonly Placed[],
  before: SessionState,
  after: SessionState,
): ReceiptBody | null {
  const actor = by.behalf === undefined ? by.actor : `bidder:${by.behalf}`
  for (const { event, hash } of placed) {
    if (event.actor !== actor || !('lot' in command) || !('lot' in event) || event.lot !== command.lot) continue
    if (command.type === 'bid' && event.type === 'bid' && event.price === command.price && event.origin?.auto !== true)
      return receiptBody(event, hash, after)
    if (command.type === 'setCeiling' && event.type === 'ceiling.set') return receiptBody(event, hash, after)
    if (command.type === 'dropCeiling' && event.type === 'ceiling.dropped') return receiptBody(event, hash, before)
  }
  return null
}

/** Signs all receipts at once, since a signature costs as much as deciding a bid. */
export function signed(batch: Batch, sign: SignReceipts): Batch {
  const bodies = batch.answers.flatMap((answer) =>
    'verdict' in answer && answer.receipt !== null ? [answer.receipt] : [],
  )
  if (bodies.length === 0) return batch
  const receipts = sign(bodies).values()
  const answers = batch.answers.map((answer): RoomAnswer => {
    if ('failed' in answer || answer.receipt === null) return answer
    return { verdict: { ...answer.verdict, receipt: receipts.next().value ?? null }, receipt: null }
  })
  return { ...batch, answers }
}

/** The time of a decision: never before an earlier decision, nor before a guard that the store found to have passed. */
export const decisionTime = (now: Instant, state: SessionState, passed: Instant | null): Instant =>
  latest(latest(now, state.at), passed === null ? now : later(passed, 1))
