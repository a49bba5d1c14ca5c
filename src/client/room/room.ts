import type { Sending } from '../calls/askAnew.ts'
import { HISTORY_MOST } from '../../contract/constants.ts'
import type { ServerFrame } from '../../contract/live.ts'
import { comparable, ReplicaDigest } from '../../domain/digest.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { instant, type Instant } from '../../domain/units.ts'
import { holeOf, type Activity, type HistoryPage } from './activity.ts'
import { createBackfill, type BackfillState, type Wanted } from './backfill.ts'
import { behindAfter, UNKNOWN } from './behind.ts'
import { createBids, type Bids, type BidStore } from './bids.ts'
import type { Carrier } from './carrier.ts'
import { echoed, fromDevice, serverNow, stamped, withinNow, type ServerClock } from './clock.ts'
import { readFrame } from './frames.ts'
import type { StateStore } from './keep.ts'
import { createLink, type Heard, type LinkPorts } from './link.ts'
import { qualityAfter, sameQuality, type LinkView, type Quality } from './linkView.ts'
import type { BidAnswer } from './pending.ts'
import {
  backfilled,
  begunAt,
  EMPTY,
  positionOf,
  applyEvents,
  unspared,
  welcomed,
  type ReplicaPosition,
  type Replica,
} from './replica.ts'
import { saveNowAndThen } from './saving.ts'
import { createSignal } from './signal.ts'
import { createStore, type Readable } from './store.ts'

type FrameOf<K extends ServerFrame['sendType']> = Extract<ServerFrame, { sendType: K }>
export type Yours = FrameOf<'5'>
export type Presence = Omit<FrameOf<'4'>, 'sendType'>
type MyCeilings = NonNullable<Yours['ceilings']>
type Checkpoint = NonNullable<FrameOf<'6'>['checkpoint']>

interface RoomPorts {
  readonly link: (position: () => ReplicaPosition | null) => LinkPorts
  /** The device's own clock, ms since 1970: used until the server's first message. */
  readonly wallNow: () => number
  readonly askVerdict: (bidKey: string, sending: Sending) => Promise<BidAnswer>
  readonly newKey: () => string
  /** Fetches a stretch of the log from before this page; `null` if the request failed. */
  readonly history: (wanted: Wanted) => Promise<HistoryPage | null>
  readonly keep: BidStore
  readonly states: StateStore
  /** Called when the page is about to be hidden or closed; returns the stop function. */
  readonly onHide: (run: () => void) => () => void
  /** The room renewed the venue token. */
  readonly token: (token: NonNullable<Yours['token']>) => void
  readonly verdict: (verdict: NonNullable<Yours['verdict']>) => void
}

const DIVERGED_MOST = 3
/** The server's clock must be known this well to say how far the frames are behind it. */
const CLOCK_WITHIN_MS = 500

/** One session's room, for the screen. */
export interface Room {
  readonly link: Readable<LinkView>
  /** How the frames come. */
  readonly carrier: Readable<Carrier>
  /** Over HTTP: how long after their stamp the room's frames are here, ms; `null`: not known, or a WebSocket. */
  readonly behind: Readable<number | null>
  readonly quality: Readable<Quality>
  readonly replica: Readable<Replica>
  /** Time of the shown state if it is from an earlier page; `null` once the room itself has sent one. */
  readonly restoredAt: Readable<Instant | null>
  readonly presence: Readable<Presence | null>
  /** The company's ceilings, and whether each is armed now. */
  readonly ceilings: Readable<MyCeilings>
  readonly checkpoint: Readable<Checkpoint | null>
  /** The server cannot take bids now, as it last said. */
  readonly interrupted: Readable<boolean>
  /** Number of times the replica differed from the room and was fetched again. */
  readonly diverged: Readable<number>
  readonly bids: Bids
  /** Called with events as they are applied, each once. */
  readonly onEvents: (listener: (events: readonly SessionEvent[]) => void) => () => void
  /** Called with events from before this page as they arrive: each once, with struck bids marked. */
  readonly onPast: (listener: (past: readonly Activity[]) => void) => () => void
  /** Progress of fetching the log from before this page. */
  readonly backfill: Readable<BackfillState>
  readonly backfillNow: () => void
  /** Fetches the messages that the room left out on a slow link. */
  readonly fetchMessages: () => Promise<void>
  /** Called with each measured round trip, ms. */
  readonly onDelay: (listener: (delay: number) => void) => () => void
  /** Server time now, or at a past monotonic instant. */
  readonly serverTime: (monotonic?: number) => Instant
  readonly after: (ms: number, run: () => void) => () => void
  readonly start: () => void
  readonly stop: () => void
  readonly retry: () => void
}

export function createRoom(ports: RoomPorts): Room {
  const replica = createStore<Replica>(EMPTY)
  const quality = createStore<Quality>({ kind: 'good' })
  const restoredAt = createStore<Instant | null>(null)
  const presence = createStore<Presence | null>(null)
  const ceilings = createStore<MyCeilings>([])
  const diverged = createStore(0)
  const digest = new ReplicaDigest()
  const checkpoint = createStore<Checkpoint | null>(null)
  const interrupted = createStore(false)
  const events = createSignal<readonly SessionEvent[]>()
  const past = createSignal<readonly Activity[]>()
  const delays = createSignal<number>()
  /** Number of consecutive frames that did not fit the replica. */
  let unexplained = 0
  /** The tick that the next heartbeat answers. */
  let tick: number | null = null
  /** The room told an event of a newer release: what it changed is missing here, so nothing is resumed from. */
  let unread = false
  const linkPorts = ports.link(() => (unexplained > 1 || unread ? null : positionOf(replica.get())))
  const carrier = linkPorts.carrier ?? createStore<Carrier>('socket')
  const behind = createStore<number | null>(null)
  let lag = { by: carrier.get(), ...UNKNOWN }
  let clock: ServerClock = fromDevice(ports.wallNow(), linkPorts.now())
  const serverTime = (at = linkPorts.now()) => instant(Math.round(serverNow(clock, at)))
  const link = createLink(linkPorts, { heard, beat, reached: () => bids.linkIsBack() })
  const bids = createBids({
    live: () => link.view.get().kind === 'live',
    serverNow: serverTime,
    within: () => withinNow(clock, linkPorts.now()),
    askVerdict: ports.askVerdict,
    newKey: ports.newKey,
    after: linkPorts.after,
    keep: ports.keep,
  })

  const backfill = createBackfill({
    live: () => link.view.get().kind === 'live',
    hole: () => holeOf(replica.get().activity),
    fetch: ports.history,
    fill,
    after: linkPorts.after,
  })

  function fill(page: HistoryPage): boolean {
    const before = replica.get()
    const after = backfilled(before, page)
    if (after === before) return false
    replica.set(after)
    const seqs = new Set(page.events.map(({ seq }) => seq))
    past.tell(after.activity.filter((entry) => entry.kind === 'event' && seqs.has(entry.event.seq)))
    return true
  }

  async function fetchMessages(): Promise<void> {
    for (let { spared } = replica.get(); spared !== null; { spared } = replica.get()) {
      const page = await ports.history({ ...spared, most: HISTORY_MOST })
      const before = replica.get()
      const after = page === null ? before : unspared(before, page)
      if (after === before) return
      replica.set(after)
    }
  }

  function beat(): string {
    const seq = tick
    tick = null
    return JSON.stringify({
      sendType: '1',
      t: linkPorts.now(),
      ...(seq === null ? {} : { seq }),
      ...(clock.delay === null ? {} : { delay: Math.round(clock.delay) }),
    })
  }

  function heard(text: string): Heard {
    const frame = readFrame(text, replica.get().state?.scheduleTimelineId ?? '')
    const what = frame ? take(frame) : 'gap'
    if (what !== 'gap') return what
    // First the client resumes, then it asks for a snapshot; after that this page is older than the room.
    unexplained += 1
    return unexplained > 2 ? 'outdated' : 'gap'
  }

  function take(frame: ServerFrame): Heard {
    switch (frame.sendType) {
      case '1':
        if (frame.t !== undefined) clock = echoed(clock, frame.t, linkPorts.now(), frame.now)
        if (clock.delay !== null) measure(clock.delay)
        return 'other'
      case '2':
        clock = stamped(clock, linkPorts.now(), frame.now)
        // A poll's answer brings news in its welcome; after a loss these are old.
        if (frame.recovered && link.view.get().kind === 'live') came(frame.events.at(-1)?.at)
        return build(welcomed(replica.get(), frame), 'welcome')
      case '3':
        came(frame.events.at(-1)?.at)
        return build(applyEvents(replica.get(), frame), 'other')
      case '4':
        presence.set({
          online: frame.online,
          hostLost: frame.hostLost ?? false,
          ...(frame.people ? { people: frame.people } : {}),
        })
        return 'other'
      case '5':
        takeYours(frame)
        return 'other'
      case '6':
        clock = stamped(clock, linkPorts.now(), frame.now)
        came(frame.now)
        return takeTick(frame)
    }
  }

  function takeTick({ seq, checkpoint: proof, interrupted: shut = false }: FrameOf<'6'>): Heard {
    tick = seq
    interrupted.set(shut)
    if (!proof) return 'tick'
    checkpoint.set(proof)
    if (!strayed(seq, proof)) return 'tick'
    diverged.set(diverged.get() + 1)
    // The replica is wrong, so a snapshot is requested: this frame counts as the second that does not fit.
    unexplained = Math.max(unexplained, 1)
    return 'gap'
  }

  /** Whether the replica differs from the checkpoint; messages are in no digest. Gives up after a few differences. */
  function strayed(seq: number, { state: theirs }: Checkpoint): boolean {
    const { state } = replica.get()
    if (
      theirs === undefined ||
      !comparable(theirs) ||
      state === null ||
      state.seq > seq ||
      diverged.get() >= DIVERGED_MOST
    )
      return false
    return digest.of(state) !== theirs
  }

  /** Measures how far a frame with this stamp of the server is behind. */
  function came(stamp: number | undefined): void {
    const by = carrier.get()
    const now = linkPorts.now()
    if (by !== lag.by) lag = { by, ...UNKNOWN }
    if (by !== 'socket' && stamp !== undefined && withinNow(clock, now) <= CLOCK_WITHIN_MS)
      lag = { by, ...behindAfter(lag, serverNow(clock, now) - stamp) }
    if (behind.get() !== lag.shown) behind.set(lag.shown)
  }

  function measure(delay: number): void {
    delays.tell(delay)
    const next = qualityAfter(quality.get(), delay)
    if (!sameQuality(quality.get(), next)) quality.set(next)
  }

  function build(result: ReturnType<typeof applyEvents>, what: 'welcome' | 'other'): Heard {
    if (result.outcome === 'gap') return 'gap'
    replica.set(result.replica)
    if (result.fresh.length > 0) events.tell(result.fresh)
    if (what === 'welcome') {
      unexplained = 0
      unread = false
      restoredAt.set(null)
    }
    if (result.fresh.some(({ type }) => type === 'unknown')) unread = true
    return what
  }

  function takeYours(frame: Yours): void {
    if (frame.ceilings) ceilings.set(frame.ceilings)
    if (frame.token) ports.token(frame.token)
    if (!frame.verdict) return
    if (frame.verdict.bidKey) bids.heard(frame.verdict.bidKey, frame.verdict)
    ports.verdict(frame.verdict)
  }

  /** Restores the state that an earlier page saw, unless the room answers sooner. */
  async function restoreState(): Promise<void> {
    const kept = await ports.states.load()
    if (!kept || replica.get().state) return
    restoredAt.set(kept.at)
    replica.set(begunAt(kept.state, kept.privy, kept.mark))
  }

  const seen = () => {
    const { state, privy, mark } = replica.get()
    return state && link.view.get().kind === 'live' ? { state, privy, mark, at: serverTime() } : null
  }

  let stop = () => {}
  function start(): void {
    let left = false
    const stopSaving = saveNowAndThen({ store: ports.states, seen, after: linkPorts.after, onHide: ports.onHide })
    const stopWatching = link.view.subscribe(() => {
      if (link.view.get().kind !== 'live') return
      bids.linkIsBack()
      backfill.run()
    })
    void restoreState().then(() => {
      if (!left) link.start()
    })
    void bids.restore()
    stop = () => {
      left = true
      stopSaving()
      stopWatching()
      link.stop()
      backfill.stop()
      bids.stop()
    }
  }

  return {
    link: link.view,
    carrier,
    behind,
    quality,
    replica,
    restoredAt,
    presence,
    ceilings,
    checkpoint,
    interrupted,
    diverged,
    bids,
    serverTime,
    after: linkPorts.after,
    onEvents: events.listen,
    onPast: past.listen,
    backfill: backfill.state,
    backfillNow: backfill.run,
    fetchMessages,
    onDelay: delays.listen,
    start,
    stop: () => stop(),
    retry: link.retry,
  }
}
