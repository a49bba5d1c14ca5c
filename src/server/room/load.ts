import { genesis, open, verifyChain } from '../../domain/log.ts'
import type { Sha256 } from '../../domain/log.ts'
import { initial } from '../../domain/evolve.ts'
import type { SessionState } from '../../domain/state.ts'
import { BidsLeftOut } from '../../domain/lot.ts'
import { advance, LogBroken } from './position.ts'
import type { LogHead, Log } from '../store/log.ts'
import type { Placed, Position, Sealed } from './position.ts'
import { restore } from './snapshot.ts'

type ReadLog = Pick<Log, 'head' | 'readTail' | 'loadSnapshot'>

/** Entries per query: the event loop gets a turn between pages. */
const PAGE = 1_000

export const beginning = (timelineId: string, epoch: string, sha256: Sha256): Position => ({
  state: initial(timelineId, epoch),
  hash: genesis(timelineId, epoch, sha256),
})

/**
 * Reads on from a position to the end of the log. `each` gets the events of one page at a time and none are kept, so
 * that a long log does not fill the memory.
 */
export async function readOn(
  from: Position,
  log: ReadLog,
  sha256: Sha256,
  each: (placed: readonly Placed[]) => void = () => {},
): Promise<Position> {
  let position = from
  for (;;) {
    const page = await log.readTail(from.state.scheduleTimelineId, position.state.seq, PAGE)
    const next = advance(position, page, sha256)
    position = next.position
    each(next.placed)
    if (page.length < PAGE) return position
  }
}

/** Before a log's first entry. `empty`: the epoch of a log that has none. */
export async function beginningOf(timelineId: string, empty: string, log: ReadLog, sha256: Sha256): Promise<Position> {
  const [first] = await log.readTail(timelineId, 0, 1)
  // A restored log has had another epoch first than its head's.
  return beginning(timelineId, first?.entry.epoch ?? empty, sha256)
}

/** The states after two entries of a log, folded from its beginning; `later` is the place of the second. */
export async function statesAt(
  timelineId: string,
  [seq, later]: readonly [seq: number, later: number],
  log: ReadLog,
  sha256: Sha256,
): Promise<readonly [SessionState, SessionState]> {
  const to = async (from: Position, end: number): Promise<Position> => {
    let position = from
    while (position.state.seq < end) {
      const page = await log.readTail(timelineId, position.state.seq, Math.min(PAGE, end - position.state.seq))
      if (page.length === 0) throw new LogBroken(`session ${timelineId}: nothing after ${position.state.seq}`)
      position = advance(position, page, sha256).position
    }
    return position
  }
  const first = await to(await beginningOf(timelineId, '', log, sha256), seq)
  return [first.state, (await to(first, later)).state]
}

/** Folds a session's log: from its snapshot if valid, else from the beginning. */
export async function load(
  timelineId: string,
  head: LogHead,
  log: ReadLog,
  sha256: Sha256,
): Promise<{ position: Position; snapshotSeq: number }> {
  const shortcut = restore(await log.loadSnapshot(timelineId), timelineId)
  if (shortcut !== null) {
    const loaded = await tryFrom(shortcut, log, sha256)
    if (loaded !== null && reaches(loaded, head)) return { position: loaded, snapshotSeq: shortcut.state.seq }
  }
  const position = await readOn(await beginningOf(timelineId, head.epoch, log, sha256), log, sha256)
  if (!reaches(position, head))
    throw new LogBroken(
      `session ${timelineId}: the log at ${position.state.seq} is not what its head says of ${head.seq}`,
    )
  return { position, snapshotSeq: 0 }
}

/** Whether the log was read to this head. It may be longer by now, since the head was read first. */
const reaches = ({ state, hash }: Position, head: LogHead): boolean =>
  state.seq > head.seq || (state.seq === head.seq && state.epoch === head.epoch && hash === head.hash)

/** `null`: the log does not continue the snapshot, so the snapshot is wrong or too short. */
async function tryFrom(shortcut: Position, log: ReadLog, sha256: Sha256): Promise<Position | null> {
  try {
    return await readOn(shortcut, log, sha256)
  } catch (error) {
    if (error instanceof LogBroken || error instanceof BidsLeftOut) return null
    throw error
  }
}

/** Events after `seq` up to a position, in whose hash they must end. */
export async function readBack(seq: number, upTo: Position, log: ReadLog, sha256: Sha256): Promise<readonly Placed[]> {
  const { scheduleTimelineId, seq: last } = upTo.state
  const sealed: Sealed[] = []
  while (seq + sealed.length < last) {
    const after = seq + sealed.length
    const page = await log.readTail(scheduleTimelineId, after, Math.min(PAGE, last - after))
    if (page.length === 0) throw new LogBroken(`session ${scheduleTimelineId}: nothing after ${after}`)
    sealed.push(...page)
  }
  if (sealed.length === 0) return []
  const verified = verifyChain(
    sealed.map(({ entry }) => entry),
    sha256,
    { seq },
  )
  if (!verified.ok || verified.hash !== upTo.hash)
    throw new LogBroken(`session ${scheduleTimelineId}: entries after ${seq} do not lead to ${last}`)
  return sealed.map(({ entry, openings }) => ({ event: open(entry, openings), hash: entry.hash }))
}
