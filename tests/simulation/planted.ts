import type { LinkPorts, Socket } from '../../src/client/room/link.ts'
import type { BidStore } from '../../src/client/room/bids.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import { instant, later } from '../../src/domain/units.ts'
import type { Random } from '../../src/server/seeded.ts'
import type { Clock } from '../../src/server/ports.ts'
import type { Timers } from '../../src/server/room/timers.ts'
import type { Log } from '../../src/server/store/log.ts'
import type { DatabaseFaults } from './faults.ts'

/** A call as the client sends it, and the data of its answer. */
export type Carry = (
  call: string,
  body: object | undefined,
  send: (body: object | undefined) => Promise<unknown>,
) => Promise<unknown>

/**
 * A fault put into one part on purpose, to try the checks: each part is the product's or the model's own, with one thing
 * wrong.
 */
export interface Planted {
  readonly name: string
  readonly store?: Partial<DatabaseFaults['planted']>
  readonly log?: (log: Log, random: Random) => Log
  readonly clock?: (clock: Clock) => Clock
  readonly timers?: (timers: Timers) => Timers
  readonly viewer?: (viewer: Viewer) => Viewer
  readonly link?: (ports: LinkPorts, random: Random) => LinkPorts
  readonly keep?: (keep: BidStore) => BidStore
  readonly carry?: (newKey: () => string) => Carry
}

const onMessages =
  (change: (text: string, random: Random) => string | null) =>
  (ports: LinkPorts, random: Random): LinkPorts => ({
    ...ports,
    open:
      ports.open &&
      ((events) =>
        ports.open!({
          ...events,
          message: (text) => {
            const changed = change(text, random)
            if (changed !== null) events.message(changed)
          },
        })),
  })
const onSends =
  (change: (socket: Socket) => Socket) =>
  (ports: LinkPorts): LinkPorts => ({ ...ports, open: ports.open && ((events) => change(ports.open!(events))) })
const isFrame = (text: string, type: string): boolean => text.startsWith(`{"sendType":"${type}"`)
const hasKey = (body: object | undefined): body is { bidKey: string } => body !== undefined && 'bidKey' in body

export const PLANTED: readonly Planted[] = [
  // The database, and what a node makes of it
  { name: 'an append is not fenced', store: { fenced: false } },
  { name: 'an append is acknowledged before it is durable', store: { durable: false } },
  { name: 'an append keeps no time limit', store: { timed: false } },
  { name: 'a batch is torn', store: { whole: false } },
  { name: 'a verdict is not kept with its bid', store: { verdicts: false } },
  {
    name: 'keys may be used twice',
    store: { unique: false },
    log: (log) => ({ ...log, findVerdicts: async () => [] }),
  },
  {
    name: 'a question for a verdict waits for no append',
    log: (log) => ({ ...log, verdictOf: async (_, key) => (await log.findVerdicts([key]))[0] ?? null }),
  },
  {
    name: 'a room says that it is alive while the database is away',
    log: (log) => ({
      ...log,
      probe: async () => undefined,
      markAlive: async (ids, at) =>
        log
          .markAlive(ids, at)
          .catch(() => ids.map((timelineId) => ({ timelineId, seq: 0, before: null, marked: true })))
          .then((marks) => marks.map((mark) => ({ ...mark, marked: true, before: at ?? mark.before }))),
    }),
  },
  {
    name: 'a missed notice is never made up for',
    log: (log) => {
      // The marks say that the log is where this node believes it to be.
      let known = 0
      return {
        ...log,
        append: async (batch) => {
          const result = await log.append(batch)
          if (result === 'appended') known = batch.newSeq
          return result
        },
        readTail: async (...asked) => {
          const tail = await log.readTail(...asked)
          known = tail.at(-1)?.entry.seq ?? known
          return tail
        },
        markAlive: async (ids, at) =>
          (await log.markAlive(ids, at)).map((mark) => ({ ...mark, seq: known || mark.seq })),
      }
    },
  },
  {
    name: 'a failed append counts as done',
    log: (log) => ({ ...log, append: async (batch) => log.append(batch).catch(() => 'appended' as const) }),
  },
  {
    name: 'a lost race counts as won',
    log: (log) => ({
      ...log,
      append: async (batch) => {
        const result = await log.append(batch)
        return result === 'lost' ? 'appended' : result
      },
    }),
  },
  // A node
  { name: 'a node’s clock is five seconds ahead', clock: (clock) => ({ now: () => instant(clock.now() + 5_000) }) },
  { name: 'a node’s clock is five seconds behind', clock: (clock) => ({ now: () => instant(clock.now() - 5_000) }) },
  {
    name: 'a node’s timers stop after a minute',
    timers: (timers) => {
      let runs = 0
      return {
        after: (ms, run) => timers.after(ms, run),
        every: (ms, run) => timers.every(ms, () => (runs += 1) < 600 && run()),
      }
    },
  },
  {
    name: 'a node’s alarms ring half a minute late',
    timers: (timers) => ({
      after: (ms, run) => timers.after(ms + 30_000, run),
      every: (ms, run) => timers.every(ms * 30, run),
    }),
  },
  {
    name: 'a node’s reports leave out the companies that it has heard',
    log: (log) => ({ ...log, savePresence: (node, seen, at) => log.savePresence(node, seen.slice(0, 1), at) }),
  },
  {
    name: 'a node reads the others’ reports as 30 s older than they are',
    log: (log) => ({
      ...log,
      readPresence: async (ids, except) =>
        (await log.readPresence(ids, except)).map((row) =>
          row.biddingNumber === 0 ? row : { ...row, lastSeen: later(row.lastSeen, -30_000) },
        ),
    }),
  },
  {
    name: 'a node reads less of the log than there is',
    log: (log) => ({ ...log, readTail: async (...asked) => (await log.readTail(...asked)).slice(0, 20) }),
  },
  {
    name: 'a question for a verdict finds that of another key',
    log: (log) => ({
      ...log,
      verdictOf: async (id, key) => {
        const found = await log.verdictOf(id, key)
        return found && { ...found, body: { ...found.body, verdict: 'accepted' } }
      },
    }),
  },
  {
    name: 'bidders see as the operator does',
    viewer: (viewer) => (viewer.identity === 'buyer' ? { identity: 'operator' } : viewer),
  },
  // The app
  {
    name: 'a client loses events',
    link: onMessages((text, random) => (isFrame(text, '3') && random() < 0.02 ? null : text)),
  },
  {
    name: 'a client hears no verdict',
    link: onMessages((text) => (isFrame(text, '5') ? null : text)),
    carry: () => async (call, body, send) => {
      const answer = await send(body)
      if (call !== 'verdict' && !hasKey(body)) return answer
      throw new Error('deaf')
    },
  },
  { name: 'a client answers no tick', link: onSends((socket) => ({ ...socket, send: () => undefined })) },
  {
    name: 'a client takes a new key for each attempt',
    carry: (newKey) => (_, body, send) => send(hasKey(body) ? { ...body, bidKey: newKey() } : body),
  },
  {
    name: 'a client forgets its open keys',
    keep: (keep) => ({ ...keep, load: async () => [] }),
  },
  {
    name: 'a client takes a refusal for a yes',
    carry: () => (_, body, send) =>
      send(body).catch((error: unknown) => {
        const data = error instanceof Error && 'data' in error ? error.data : undefined
        if (typeof data !== 'object' || data === null) throw error
        return { ...data, verdict: 'accepted', reason: null }
      }),
  },
  {
    name: 'a client takes “unknown” for a no',
    carry: () => async (call, body, send) => {
      const answer = await send(body)
      const isUnknown =
        call === 'verdict' &&
        typeof answer === 'object' &&
        answer !== null &&
        'verdict' in answer &&
        answer.verdict === 'unknown'
      return isUnknown ? { ...answer, verdict: 'refused', reason: 'price.too_low' } : answer
    },
  },
  {
    name: 'a client never finds that its link is dead',
    link: (ports) => ({ ...ports, after: (ms, run) => (ms > 2_000 ? () => undefined : ports.after(ms, run)) }),
  },
]
