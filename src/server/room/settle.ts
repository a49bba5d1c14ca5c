import type { Verdict } from '../../contract/verdict.ts'
import type { Instant } from '../../domain/units.ts'
import { BidsLeftOut } from '../../domain/lot.ts'
import { RoomUnavailable } from '../ports.ts'
import type { Clock } from '../ports.ts'
import { unavailable } from '../store/errors.ts'
import type { AppendResult, Key } from '../store/batch.ts'
import type { Log } from '../store/log.ts'
import { decideBatch, decisionTime, signed } from './batch.ts'
import type { Batch, Sealing } from './batch.ts'
import type { Keys } from './keys.ts'
import type { Ledger } from './ledger.ts'
import type { Step } from '../tracing/tracing.ts'
import type { SignReceipts } from './ports.ts'
import type { RoomMetrics } from './room-metrics.ts'
import { bidderCopy, kept, refused, unkept } from './verdict.ts'
import type { Asking, Waiting } from './waiting.ts'

export interface SettleDeps {
  readonly ledger: Ledger
  readonly keys: Keys
  readonly log: Pick<Log, 'findVerdicts'>
  readonly clock: Clock
  readonly sealing: Sealing
  readonly sign: SignReceipts
  readonly metrics: RoomMetrics
  /** Wakes the room if it was out; before each decision, since an append may have hung meanwhile (O1). */
  awake(): Promise<void>
  /** Called for each verdict that was made and stored just now. */
  decided(waiting: Waiting, verdict: Verdict): void
  failed(waiting: Waiting, error: unknown): void
}

function mark(waiting: readonly Waiting[], step: Step): void {
  for (const { asker } of waiting) asker?.trace?.mark(step)
}

/** `decideNow` on the ledger's newest position; on the whole log, where a snapshot omits needed data. */
export async function decideNewest(
  waiting: readonly Waiting[],
  passed: Instant | null,
  deps: SettleDeps,
): Promise<{ batch: Batch; at: Instant }> {
  try {
    return decideNow(waiting, await deps.ledger.refresh(), passed, deps)
  } catch (error) {
    if (!(error instanceof BidsLeftOut)) throw error
    return decideNow(waiting, await deps.ledger.whole(), passed, deps)
  }
}

/** Decides a batch at the next decision time. */
export function decideNow(
  waiting: readonly Waiting[],
  from: Batch['from'],
  passed: Instant | null,
  { clock, sealing }: SettleDeps,
): { batch: Batch; at: Instant } {
  if (from.state.unread !== null)
    throw new RoomUnavailable(`entry ${from.state.unread} is of a newer release; this node decides nothing`)
  const at = decisionTime(clock.now(), from.state, passed)
  mark(waiting, 'deciding')
  const batch = decideBatch(from, waiting, at, sealing)
  mark(waiting, 'decided')
  return { batch, at }
}

/**
 * Decides a batch and makes it durable, repeatedly until it is: the loser of a race for the log reads on and decides
 * again, with the original stamps of receipt. Only then are answers sent. Rejects when the store does not know the
 * outcome. `passed`: a guard that had passed by the store's clock.
 */
async function settle(asked: readonly Waiting[], deps: SettleDeps, passed: Instant | null = null): Promise<void> {
  let waiting = asked
  let late = passed
  while (waiting.length > 0) {
    await deps.awake()
    const { batch, at } = await decideNewest(waiting, late, deps)
    const whole = signed(batch, deps.sign)
    const appended = await append(waiting, whole, at, deps)
    if (appended === 'appended') return answer(waiting, whole, deps)
    if (appended === 'late') late = whole.guard
    else if (appended !== 'lost') waiting = await withoutTaken(waiting, appended.duplicate, deps)
  }
}

/** One attempt. A tick without due events appends nothing, and no caller waits for it. */
export async function append(
  waiting: readonly Waiting[],
  batch: Batch,
  at: Instant,
  { ledger, metrics }: SettleDeps,
): Promise<AppendResult> {
  if (batch.sealed.length === 0 && waiting.every(({ asker }) => asker === null)) return 'appended'
  mark(waiting, 'appending')
  const since = performance.now()
  const appended = await ledger.append(batch, keptVerdicts(waiting, batch, at), at)
  metrics.appended(
    typeof appended === 'string' ? appended : 'duplicate',
    waiting.length,
    batch.placed,
    performance.now() - since,
  )
  return appended
}

function keptVerdicts(waiting: readonly Waiting[], { answers }: Batch, at: Instant) {
  return waiting.flatMap(({ asker }, i) => {
    const answered = answers[i]
    if (!asker?.keyed || !answered || !('verdict' in answered)) return []
    const copy = bidderCopy(answered.verdict, at)
    return [kept(asker.keyed, answered.verdict, at), ...(copy === null ? [] : [copy])]
  })
}

/** Resolves the commands of a durable batch. */
export function answer(waiting: readonly Waiting[], { answers }: Batch, deps: SettleDeps): void {
  waiting.forEach((one, i) => {
    const answered = answers[i]
    if (answered === undefined) throw new Error('a command without an answer')
    if ('failed' in answered) return deps.failed(one, answered.failed)
    if (one.asker?.keyed) deps.keys.decide(one.asker.keyed, answered.verdict)
    one.asker?.trace?.mark('durable')
    // The receipt is of the bid itself; a verdict's `seq` may be that of a ceiling's answer to it.
    if (answered.verdict.verdict !== 'unknown')
      one.asker?.trace?.settled(answered.verdict.verdict, answered.verdict.receipt?.body.seq ?? null)
    one.settle(answered.verdict)
    deps.decided(one, answered.verdict)
  })
}

/**
 * Returns the stored verdicts of keys that were decided elsewhere or long ago. Looked up only when the store refuses
 * the keys: nearly every key is new, and asking first would cost each batch a second round trip.
 */
async function withoutTaken(
  waiting: readonly Waiting[],
  taken: readonly Key[],
  { log, keys }: SettleDeps,
): Promise<readonly Waiting[]> {
  for (const found of await log.findVerdicts(taken)) {
    const { keyed, verdict } = unkept(found)
    keys.decide(keyed, verdict)
  }
  return waiting.filter((one) => {
    const known = one.asker?.keyed ? keys.get(one.asker.keyed) : null
    if (one.asker === null || known?.state !== 'decided') return true
    one.settle(known.fingerprint === one.asker.keyed?.fingerprint ? known.verdict : keyReused(one.asker))
    return false
  })
}

/** A known key with other content: refused, and not stored, since the key keeps its verdict. */
export const keyReused = ({ command, by, at }: Asking): Verdict =>
  refused({ command, by, at }, { refused: 'bid.key_reused' }, at)

/**
 * Never rejects. A command that the store cannot take (a fault of ours, or text it cannot store) does not fail the
 * others.
 */
export async function settleApart(
  waiting: readonly Waiting[],
  deps: SettleDeps,
  passed: Instant | null = null,
): Promise<void> {
  try {
    await settle(waiting, deps, passed)
  } catch (error) {
    if (unavailable(error) !== null || waiting.length <= 1) return waiting.forEach((one) => deps.failed(one, error))
    for (const one of waiting) await settleApart([one], deps)
  }
}
