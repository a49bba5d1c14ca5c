import type { Instant } from '../../domain/units.ts'
import { networkOf } from '../auth/network.ts'
import type { NewAuditRow } from '../store/audit.ts'

/** Like refusals within this time become one line with their number. */
export const FOLD_MS = 60_000
/** Actors that are told apart on a node at a time; those beyond are folded together. */
const ACTORS = 5_000

interface Fold {
  until: number
  /** The newest refusal that is not written yet, and how many it stands for. */
  held: NewAuditRow | null
  times: number
}

/**
 * Folds refused acts, so that repeating them fills no disk: of one actor, act and reason the first is written at once,
 * those of each following minute as one line with their number. A visitor is the network of the address.
 */
export class Refusals {
  readonly #folds = new Map<string, Fold>()

  /** Whether this refusal is to be written at once; otherwise it is held. */
  take(row: NewAuditRow, now: Instant): boolean {
    const key = this.#keyOf(row)
    const fold = this.#folds.get(key)
    if (!fold) {
      this.#folds.set(key, { until: now + FOLD_MS, held: null, times: 0 })
      return true
    }
    fold.held = fold.held === null || fold.held.subjectId === row.subjectId ? row : { ...row, ...NO_SUBJECT }
    fold.times += 1
    return false
  }

  /** The number of held refusals of these acts. */
  held(acts: readonly string[]): number {
    let held = 0
    for (const { held: row, times } of this.#folds.values()) if (row && acts.includes(row.act)) held += times
    return held
  }

  /** Lines whose minute is over; with `null` all that are held. */
  due(now: Instant | null): readonly NewAuditRow[] {
    const lines: NewAuditRow[] = []
    for (const [key, fold] of this.#folds) {
      if (now !== null && now < fold.until) continue
      if (fold.held === null) {
        this.#folds.delete(key)
        continue
      }
      lines.push({ ...fold.held, times: fold.times })
      fold.held = null
      fold.times = 0
      fold.until = (now ?? 0) + FOLD_MS
    }
    return lines
  }

  #keyOf({ actorId, address, act, reason }: NewAuditRow): string {
    const key = [actorId ?? networkOf(address).nearest, act, reason].join('\n')
    return this.#folds.size < ACTORS || this.#folds.has(key) ? key : ['', act, reason].join('\n')
  }
}

/** Of a line that stands for refusals at several subjects. */
const NO_SUBJECT = { subjectId: null, subjectName: null } as const
