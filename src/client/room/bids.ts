import { askAnew, type AskedAnew, type Sending } from '../calls/askAnew.ts'
import { BID_NOT_AFTER_MS } from '../../contract/constants.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { LotId } from '../../domain/lot.ts'
import { instant, type Instant, type Minor } from '../../domain/units.ts'
import {
  afterAsking,
  afterSending,
  isOpen,
  keptOf,
  restored,
  type BidAnswer,
  type Kept,
  type Kind,
  type Pending,
} from './pending.ts'
import { createStore, type Readable } from './store.ts'

/** The fields that make a command repeatable and its outcome final. */
export interface Key {
  readonly bidKey: string
  readonly notAfter: Instant
}

export interface Ask {
  readonly kind: Kind
  readonly lot: LotId
  readonly price: Minor | null
  /** Sends the command to the room, possibly more than once; always settles. */
  readonly send: (key: Key, sending: Sending) => Promise<BidAnswer>
}

interface BidsPorts {
  /** Whether the room is reachable now. A bid is never queued. */
  readonly live: () => boolean
  readonly serverNow: () => Instant
  /** Uncertainty of the server's time, ±ms. */
  readonly within: () => number
  readonly askVerdict: (bidKey: string, sending: Sending) => Promise<BidAnswer>
  readonly newKey: () => string
  readonly after: (ms: number, run: () => void) => () => void
  readonly keep: BidStore
}

/** Where open keys survive a reload. */
export interface BidStore {
  readonly load: () => Promise<readonly Kept[]>
  readonly save: (kept: Kept) => Promise<void>
  readonly drop: (bidKey: string) => Promise<void>
}

export interface Bids {
  /** Newest last. A decided bid stays until a newer one on the same lot replaces it. */
  readonly store: Readable<readonly Pending[]>
  /** Returns the bid's key; `null` if refused locally, because the room is unreachable. */
  readonly ask: (ask: Ask) => string | null
  /** The room pushed a verdict. */
  readonly heard: (bidKey: string, verdict: Verdict) => void
  /**
   * The room is reachable again: sends a new request for every open bid, because running ones may hang on a dead
   * connection.
   */
  readonly linkIsBack: () => void
  /** Starts or restarts: reads the bids that an earlier page left open. */
  readonly restore: () => Promise<void>
  readonly dismiss: (bidKey: string) => void
  readonly stop: () => void
}

const GIVEN_UP: BidAnswer = { kind: 'lost', because: 'network' }
const ASK_AGAIN_MS = 2_000
/** Added to the clock's uncertainty: the clocks of room and database differ by less. */
const FINAL_MARGIN_MS = 500

export function createBids(ports: BidsPorts): Bids {
  const store = createStore<readonly Pending[]>([])
  const timers = new Map<string, () => void>()
  /** Running requests of open bids: the bid itself, or the question for its verdict. */
  const asked = new Map<string, AskedAnew<BidAnswer>>()
  let stopped = false

  const find = (bidKey: string) => store.get().find((pending) => pending.bidKey === bidKey)

  function put(next: Pending): void {
    const others = store
      .get()
      .filter((pending) => pending.bidKey !== next.bidKey && (isOpen(pending) || !supersedes(next, pending)))
    store.set([...others, next])
    if (!isOpen(next)) settle(next.bidKey)
  }

  function settle(bidKey: string): void {
    asked.get(bidKey)?.giveUp(GIVEN_UP)
    timers.get(bidKey)?.()
    timers.delete(bidKey)
    void ports.keep.drop(bidKey)
  }

  function ask({ kind, lot, price, send }: Ask): string | null {
    if (!ports.live()) return null
    const sentAt = ports.serverNow()
    const pending: Pending = {
      bidKey: ports.newKey(),
      kind,
      lot,
      price,
      sentAt,
      notAfter: instant(Math.floor(sentAt) + BID_NOT_AFTER_MS),
      state: 'sending',
    }
    put(pending)
    void sendKept(pending, send)
    return pending.bidKey
  }

  /** Stores the key before sending, so that it can be found again after a crash. */
  async function sendKept(pending: Pending, send: Ask['send']): Promise<void> {
    await ports.keep.save(keptOf(pending))
    const answer = await question(pending.bidKey, (sending) =>
      send({ bidKey: pending.bidKey, notAfter: pending.notAfter }, sending),
    )
    const current = find(pending.bidKey)
    if (!current || stopped) return
    put(afterSending(current, answer))
    if (find(pending.bidKey)?.state === 'checking' && ports.live()) void check(pending.bidKey)
  }

  /** Runs one request per bid at a time. */
  async function question(bidKey: string, ask: (sending: Sending) => Promise<BidAnswer>): Promise<BidAnswer> {
    const one = askAnew({
      ask,
      isAnswer: ({ kind }) => kind !== 'lost',
      after: ports.after,
      patience: BID_NOT_AFTER_MS,
    })
    asked.set(bidKey, one)
    const answer = await one.answer
    if (asked.get(bidKey) === one) asked.delete(bidKey)
    return answer
  }

  /** Asks the room for the verdict until it knows one, or until it is final that it has none. */
  async function check(bidKey: string): Promise<void> {
    timers.get(bidKey)?.()
    timers.delete(bidKey)
    const pending = find(bidKey)
    if (!pending || !isOpen(pending) || asked.has(bidKey)) return
    const final = ports.serverNow() - ports.within() - FINAL_MARGIN_MS > pending.notAfter
    const answer = await question(bidKey, (sending) => ports.askVerdict(bidKey, sending))
    const current = find(bidKey)
    if (!current || stopped || !isOpen(current)) return
    if (answer.kind === 'verdict') put(afterAsking(current, answer.verdict, final))
    if (find(bidKey)?.state === 'checking') checkLater(current, answer)
  }

  function checkLater(pending: Pending, answer: BidAnswer): void {
    const untilFinal = pending.notAfter + ports.within() + FINAL_MARGIN_MS - ports.serverNow() + 1
    const wait = answer.kind === 'verdict' ? Math.max(untilFinal, 0) : ASK_AGAIN_MS
    timers.get(pending.bidKey)?.()
    timers.set(
      pending.bidKey,
      ports.after(Math.max(wait, 1), () => ports.live() && void check(pending.bidKey)),
    )
  }

  /** Within its time limit the request is repeated with its key; afterwards only the question for the verdict helps. */
  function askAgain({ bidKey, state, notAfter }: Pending): void {
    const one = asked.get(bidKey)
    if (!one) void check(bidKey)
    else if (state === 'sending' && ports.serverNow() > notAfter) one.giveUp(GIVEN_UP)
    else one.renew()
  }

  return {
    store,
    ask,
    heard: (bidKey, verdict) => {
      const pending = find(bidKey)
      if (pending) put(afterAsking(pending, verdict, false))
    },
    linkIsBack: () => {
      for (const pending of store.get()) if (isOpen(pending)) askAgain(pending)
    },
    restore: async () => {
      stopped = false
      const kept = await ports.keep.load()
      if (stopped) return
      for (const one of kept) if (!find(one.bidKey)) put(restored(one))
      if (ports.live()) for (const one of kept) void check(one.bidKey)
    },
    dismiss: (bidKey) => store.set(store.get().filter((pending) => pending.bidKey !== bidKey || isOpen(pending))),
    stop: () => {
      stopped = true
      for (const cancel of timers.values()) cancel()
      timers.clear()
    },
  }
}

/** Each lot and kind shows only its last command. */
const supersedes = (next: Pending, before: Pending): boolean => next.lot === before.lot && next.kind === before.kind
