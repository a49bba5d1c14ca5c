import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { CODE } from '../../contract/codes.ts'
import { networkOf } from '../auth/network.ts'

/** Refused before they did anything: input, sign-in, right, size, limit. */
const REFUSED: ReadonlySet<number> = new Set([
  CODE.invalid,
  CODE.unauthorised,
  CODE.forbidden,
  CODE.tooLarge,
  CODE.tooMany,
])
/** Like refusals within this time become one line with their number. */
const FOLD_MS = 60_000
/** Callers that are told apart at a time; those beyond are folded together. */
const CALLERS = 5_000

interface Fold {
  until: number
  /** Refusals since the last line. */
  times: number
  readonly line: { readonly ip: string; readonly path: string; readonly code: number; readonly reason: string | null }
}

/**
 * Logs refused calls, which leave no line in the audit trail where they are no acts. Of one network, call and reason the
 * first is logged at once, those of each minute after as one line with their number, so that repeating them fills no
 * disk. Returns what logs those whose minute is over.
 */
export function logRefused(app: FastifyInstance, now: () => number = () => performance.now()): () => Promise<void> {
  const folds = new Map<string, Fold>()
  const settle = (log: FastifyBaseLogger, all: boolean): void => {
    for (const [key, fold] of folds) {
      if (!all && now() < fold.until) continue
      if (fold.times === 0) folds.delete(key)
      else log.warn({ ...fold.line, times: fold.times }, 'refused')
      fold.times = 0
      fold.until = now() + FOLD_MS
    }
  }
  app.addHook('onResponse', (request, _reply, done) => {
    const { answered } = request
    if (!answered || !REFUSED.has(answered.code)) return done()
    const path = request.routeOptions.url ?? ''
    const line = { ip: request.ip, path, ...answered }
    const own = [networkOf(request.ip).nearest, path, answered.reason].join('\n')
    const key = folds.size < CALLERS || folds.has(own) ? own : `\n${path}\n${answered.reason}`
    const fold = folds.get(key)
    if (fold) fold.times += 1
    else {
      folds.set(key, { until: now() + FOLD_MS, times: 0, line })
      request.log.warn({ id: request.id, ...line }, 'refused')
    }
    done()
  })
  app.addHook('onClose', () => settle(app.log, true))
  return () => Promise.resolve(settle(app.log, false))
}
