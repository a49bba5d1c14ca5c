import type { Verdict } from '../../contract/verdict.ts';
import type { Instant } from '../../domain/units.ts';
import type { Clock } from '../ports.ts';
import { unavailable } from '../store/errors.ts';
import type { Key, Log } from '../store/log.ts';
import { decideBatch, decisionTime } from './batch.ts';
import type { Batch, Means } from './batch.ts';
import type { Keys } from './keys.ts';
import type { Ledger } from './ledger.ts';
import type { RoomMetrics } from './room-metrics.ts';
import { kept, refused, unkept } from './verdict.ts';
import type { Asking, Waiting } from './waiting.ts';

export interface SettleDeps {
  readonly ledger: Ledger;
  readonly keys: Keys;
  readonly log: Pick<Log, 'findVerdicts'>;
  readonly clock: Clock;
  readonly means: Means;
  readonly metrics: RoomMetrics;
  /** A verdict that was made and stored just now. */
  decided(waiting: Waiting, verdict: Verdict): void;
  failed(waiting: Waiting, error: unknown): void;
}

/**
 * Decides a batch and makes it durable, over and over until it is: whoever loses the race for the log reads on and decides again, with the
 * stamps of receipt unchanged. Only then is anybody told. Rejects when the store cannot tell what became of it.
 */
export async function settle(batch: readonly Waiting[], deps: SettleDeps): Promise<void> {
  const { ledger, clock, means, metrics } = deps;
  let waiting = batch;
  let passed: Instant | null = null;
  while (waiting.length > 0) {
    const position = await ledger.refresh();
    const now = decisionTime(clock.now(), position.state, passed);
    const decided = decideBatch(position, waiting, now, means);
    const verdicts = keptVerdicts(waiting, decided, now);
    // Nobody waits for a tick that found nothing due.
    if (decided.sealed.length === 0 && waiting.every(({ asker }) => asker === null)) return answer(waiting, decided, deps);
    const since = performance.now();
    const appended = await ledger.append(decided, verdicts, now);
    metrics.appended(typeof appended === 'string' ? appended : 'duplicate', waiting.length, decided.sealed.length, performance.now() - since);
    if (appended === 'appended') return answer(waiting, decided, deps);
    if (appended === 'late') passed = decided.guard;
    else if (appended !== 'lost') waiting = await withoutTaken(waiting, appended.duplicate, deps);
  }
}

function keptVerdicts(waiting: readonly Waiting[], { answers }: Batch, now: Instant) {
  return waiting.flatMap(({ asker }, i) => {
    const answered = answers[i];
    return asker?.keyed && answered && 'verdict' in answered ? [kept(asker.keyed, answered.verdict, now)] : [];
  });
}

/** Everything of the batch is durable: say so. */
function answer(waiting: readonly Waiting[], { answers }: Batch, deps: SettleDeps): void {
  waiting.forEach((one, i) => {
    const answered = answers[i];
    if (answered === undefined) throw new Error('a command without an answer');
    if ('failed' in answered) {
      deps.failed(one, answered.failed);
      return;
    }
    if (one.asker?.keyed) deps.keys.decide(one.asker.keyed, answered.verdict);
    one.settle(answered.verdict);
    deps.decided(one, answered.verdict);
  });
}

/**
 * Keys that were decided elsewhere or long ago get the verdict they have. Looked up only when the store refuses them: nearly every key is
 * new, and asking first would cost each batch a second round trip.
 */
async function withoutTaken(waiting: readonly Waiting[], taken: readonly Key[], { log, keys }: SettleDeps): Promise<readonly Waiting[]> {
  for (const found of await log.findVerdicts(taken)) {
    const { keyed, verdict } = unkept(found);
    keys.decide(keyed, verdict);
  }
  return waiting.filter((one) => {
    const known = one.asker?.keyed ? keys.get(one.asker.keyed) : null;
    if (one.asker === null || known?.state !== 'decided') return true;
    one.settle(known.fingerprint === one.asker.keyed?.fingerprint ? known.verdict : keyReused(one.asker));
    return false;
  });
}

/** Same key, other content (rule 5): refused, and not stored, for the key has its verdict. */
export const keyReused = ({ command, by, at }: Asking): Verdict => refused({ command, by, at }, { refused: 'bid.key_reused' }, at);

/** One command that the store cannot take (our fault, or a text it has no room for) must not take the others of its batch down. */
export async function settleApart(batch: readonly Waiting[], deps: SettleDeps): Promise<void> {
  try {
    await settle(batch, deps);
  } catch (error) {
    if (unavailable(error) !== null || batch.length === 1) return batch.forEach((one) => deps.failed(one, error));
    for (const one of batch) await settleApart([one], deps);
  }
}
