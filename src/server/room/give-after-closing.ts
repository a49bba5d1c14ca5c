import { setTimeout as wait } from 'node:timers/promises'
import type { Verdict } from '../../contract/verdict.ts'
import type { By, Command } from '../../domain/commands.ts'
import type { Instant } from '../../domain/units.ts'
import type { Rooms } from '../ports.ts'

const AGAIN_MS = 250
/** A lot closes within a second of its deadline, unless its room is out. */
const TIMES = 40

/**
 * Gives an act that must not be lost to a lot's closing: while one that it concerns is just being closed (K5), the act
 * is given again. Answers with the last verdict.
 */
export async function giveAfterClosing(
  rooms: Pick<Rooms, 'give'>,
  timelineId: string,
  command: Command,
  by: By,
  at?: Instant,
): Promise<Verdict> {
  for (let times = 1; ; times++) {
    const verdict = await rooms.give(timelineId, command, by, at === undefined ? {} : { at })
    if (verdict.reason !== 'lot.closing' || times === TIMES) return verdict
    await wait(AGAIN_MS)
  }
}
