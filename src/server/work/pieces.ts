import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { createTurns } from './turns.ts'

/** Runs a piece of a thread's work, from what is sent to the thread to its answer, in its turn. */
export type Piece = <T>(piece: () => Promise<T>) => Promise<T>

/** A piece that lasts longer lets the next begin beside it: one slow sheet holds up no other. */
const HELD_MS = 2_000

/**
 * Threads take turns by pieces, so that one core is left to the rooms and the database: a low priority alone does not
 * keep it free, since Linux weighs it within a session or a unit of systemd, and not against the database's.
 */
export function openPieces(atOnce: number = Math.max(1, availableParallelism() - 1), heldMs: number = HELD_MS): Piece {
  const inTurn = createTurns(atOnce)
  return async (piece) => {
    const { promise: done, resolve } = Promise.withResolvers<ReturnType<typeof piece>>()
    await inTurn('known', async () => {
      const over = new AbortController()
      const made = piece()
      resolve(made.finally(() => over.abort()))
      await wait(heldMs, undefined, { signal: over.signal }).catch(() => undefined)
    })
    return done
  }
}

/** Each piece at once, where there is one thread. */
export const atOnce: Piece = (piece) => piece()
