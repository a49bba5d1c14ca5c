import { Counter, Gauge } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'
import { BOUNDS } from './bounds.ts'
import type { Bound, WorkKind } from './bounds.ts'
import { keepThreads } from './kept-threads.ts'
import type { LentThread } from './kept-threads.ts'
import { openPieces } from './pieces.ts'
import type { Piece } from './pieces.ts'
import { TooMuchWork } from './too-much.ts'
import { createTurns } from './turns.ts'

/** The reader closed the connection before the work was done. */
export class ReaderLeft extends Error {
  override name = 'ReaderLeft'
}

/** Whose work it is. */
interface For {
  /** Lines take turns: a company, or an account without one. */
  readonly line: string
  /** Aborted when the reader is gone: waiting work is dropped, running work ends. */
  readonly left?: AbortSignal
}

/** What a job may use and heed. */
export interface Task {
  /** Aborted when the time is over or the reader left. */
  readonly ended: AbortSignal
  /** Turns of the node's threads. */
  readonly piece: Piece
  /** Lends a thread that runs the module; it ends when `ended` is aborted. */
  readonly lend: (module: URL, heapMb: number) => LentThread
}

/** Work of unknown size on this node: few of a kind at once, lines in turn, bounded in time, ended with its reader. */
export interface Work {
  /**
   * Runs `job` in its turn. Rejects with `TooBusy` where
   * the line is full, with `TooMuchWork` or `ReaderLeft` as soon as `ended` is aborted. A job that goes on regardless
   * keeps its place, so that there are never more of them.
   */
  do<T>(kind: WorkKind, whose: For, job: (task: Task) => Promise<T>): Promise<T>
  /** Turns of threads whose work has lines of its own. */
  readonly piece: Piece
  readonly metrics: readonly Metric[]
}

export function openWork(bounds: Readonly<Record<WorkKind, Bound>> = BOUNDS): Work {
  const running = new Map<WorkKind, number>()
  const piece = openPieces()
  const lendThread = keepThreads()
  const stopped = new Counter('work_stopped_total', 'Work that took too much time or memory, by kind.', 'kind')
  const count = (kind: WorkKind, by: number) => running.set(kind, (running.get(kind) ?? 0) + by)
  const kinds = Object.keys(bounds).filter((kind): kind is WorkKind => kind in BOUNDS)
  const turns = new Map(kinds.map((kind) => [kind, createTurns(bounds[kind].atOnce, bounds[kind])]))

  return {
    do<T>(kind: WorkKind, { line, left }: For, job: (task: Task) => Promise<T>): Promise<T> {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const run = async (): Promise<void> => {
        const late = AbortSignal.timeout(bounds[kind].ms)
        const ended = left ? AbortSignal.any([left, late]) : late
        const end = () => reject(late.aborted ? new TooMuchWork(`${kind}: took too long`) : new ReaderLeft())
        ended.addEventListener('abort', end, { once: true })
        count(kind, 1)
        try {
          resolve(await job({ ended, piece, lend: (module, heapMb) => lendThread(module, heapMb, ended) }))
        } catch (error) {
          reject(error)
        } finally {
          count(kind, -1)
          ended.removeEventListener('abort', end)
        }
      }
      turns
        .get(kind)?.({ unknown: line }, run, left)
        .catch((error: unknown) => reject(left?.aborted === true ? new ReaderLeft() : error))
      return promise.catch((error: unknown) => {
        if (error instanceof TooMuchWork) stopped.add(1, kind)
        throw error
      })
    },
    piece,
    metrics: [
      stopped,
      ...kinds.map(
        (kind) => new Gauge(`work_${kind}_running`, `Work of the kind ${kind} now.`, () => running.get(kind) ?? 0),
      ),
    ],
  }
}
