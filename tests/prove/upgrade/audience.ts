import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parentPort, workerData } from 'node:worker_threads'
import type { LotId } from '../../../src/domain/lot.ts'
import type { SessionState } from '../../../src/domain/state.ts'
import type { Pending } from '../../../src/client/room/pending.ts'
import type * as Visits from '../../../src/server/practice/robots/visit.ts'
import { systemTimers } from '../../../src/server/room/timers.ts'
import { seeded } from '../../../src/server/seeded.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { Market } from '../parts/market.ts'

/* The clients of a room, in a thread of their own: each is the client library of a release, as its app runs it. */

export interface Audience {
  /** Address of the load balancer. */
  readonly url: string
  readonly session: WorldSession
  readonly seed: number
  /** Between two bids of one bidder, ms. */
  readonly pauseMs: number
  readonly screens: readonly ScreenSeat[]
}

export interface ScreenSeat {
  readonly member: Member
  /** Folder of the release whose client it runs. */
  readonly root: string
  readonly bids: boolean
}

/** A span in which a screen was not live. Times are ms since 1970. */
export interface Outage {
  readonly from: number
  readonly ms: number
  /** What the link was meanwhile, in order, with the ms since its beginning. */
  readonly link: string
}

export interface ScreenReport {
  readonly outages: readonly Outage[]
  readonly link: string
  readonly seq: number
  /** For each time that the replica differed from the room, which fields the room's snapshot then corrected. */
  readonly diverged: readonly string[]
}

export interface Press {
  readonly bidder: number
  readonly lot: LotId
  readonly price: number
  readonly bidKey: string
  readonly notAfter: number
  readonly state: Pending['state']
  /** Between press and fate, ms. */
  readonly took: number
}

export interface AudienceReport {
  readonly screens: readonly ScreenReport[]
  readonly presses: readonly Press[]
  /** Spans in which the screens' own thread ran no timer. */
  readonly blocks: readonly Block[]
}

/** Times are ms since 1970. */
export interface Block {
  readonly from: number
  readonly ms: number
}

export type Order = 'bid' | 'stop' | 'report'

type Library = typeof Visits

const ENTER_MS = 120_000
const FIELDS_TOLD = 6
const BLOCK_TICK_MS = 20
/** A tick later than this is a block. */
const BLOCK_LEAST_MS = 50

const now = (): number => performance.timeOrigin + performance.now()

/** Paths of the fields that differ between two states, with both values. */
function differing(wrong: unknown, right: unknown, path = ''): string[] {
  if (isList(wrong) && isList(right)) return differing(numbered(wrong), numbered(right), path)
  if (typeof wrong !== 'object' || typeof right !== 'object' || wrong === null || right === null)
    return wrong === right ? [] : [`${path} ${String(wrong)}, now ${String(right)}`]
  const [before, after] = [
    new Map<string, unknown>(Object.entries(wrong)),
    new Map<string, unknown>(Object.entries(right)),
  ]
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) =>
    differing(before.get(key), after.get(key), path === '' ? key : `${path}.${key}`),
  )
}

const numbered = (list: Iterable<unknown>): object => Object.fromEntries(Array.from(list, (value, at) => [at, value]))

/** Arrays, and the lots of a state. */
const isList = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

async function libraryOf(root: string): Promise<Library> {
  return (await import(pathToFileURL(join(root, 'src/server/practice/robots/visit.ts')).href)) as Library
}

class Screen {
  readonly #visit: ReturnType<Library['openVisit']>
  readonly #seat: ScreenSeat
  readonly #outages: Outage[] = []
  #token: string
  #lostAt: number | null = null
  #meanwhile: string[] = []
  #wasLive = false
  /** What was found to differ, until a snapshot corrects it. */
  #wrong: SessionState | null = null
  readonly #diverged: string[] = []

  constructor(library: Library, seat: ScreenSeat, { url, session }: Audience) {
    const { venueToken, biddingNumber, sellerCode } = seat.member
    this.#seat = seat
    this.#token = venueToken
    this.#visit = library.openVisit({
      origin: url,
      fetch,
      now: () => performance.now(),
      wallNow: () => Date.now(),
      timers: systemTimers,
      random: Math.random,
      newKey: () => crypto.randomUUID(),
      scheduleTimelineId: session.id,
      pass: () => ({ token: this.#token, biddingNumber, sellerCode }),
      renewed: (token) => {
        this.#token = token
      },
      expired: () => undefined,
    })
    const { room } = this.#visit
    room.link.subscribe(() => this.#linked())
    room.diverged.subscribe(() => {
      this.#wrong = room.replica.get().state
    })
    room.replica.subscribe(() => this.#corrected(room.replica.get().state))
    this.#visit.room.start()
  }

  get live(): boolean {
    return this.#visit.room.link.get().kind === 'live'
  }

  #linked(): void {
    const link = this.#visit.room.link.get()
    if (link.kind === 'live') {
      this.#outages.push(...this.#outage())
      this.#lostAt = null
      this.#meanwhile = []
      this.#wasLive = true
    } else if (this.#wasLive && this.#lostAt === null) {
      // The data on screen is as old as `since`.
      this.#lostAt = 'since' in link ? performance.timeOrigin + link.since : now()
    }
    if (this.#lostAt !== null) this.#meanwhile.push(`${link.kind} ${Math.round(now() - this.#lostAt)}`)
  }

  #outage(): readonly Outage[] {
    const from = this.#lostAt
    return from === null ? [] : [{ from, ms: now() - from, link: this.#meanwhile.join(', ') }]
  }

  #corrected(right: SessionState | null): void {
    if (this.#wrong === null || right === null) return
    const { biddingNumber, sellerCode } = this.#seat.member
    const who = biddingNumber ?? sellerCode ?? 'another'
    const fields = differing(this.#wrong, right)
      .filter((field) => !/^(?:seq|at|shown|messages)\b/.test(field))
      .slice(0, FIELDS_TOLD)
      .join('; ')
    const release = this.#seat.root.split('/').at(-1)
    this.#diverged.push(`${release} ${who}, ${this.#wrong.seq} to ${right.seq}: ${fields}`)
    this.#wrong = null
  }

  async bid(market: Market, going: () => boolean, pauseMs: number, pressed: (press: Press) => void): Promise<void> {
    const bidder = this.#seat.member.biddingNumber ?? 0
    const { room, commands, give } = this.#visit
    for (; going(); await wait(pauseMs * (0.5 + Math.random()))) {
      // The button is for a live room.
      if (!this.live) continue
      const { lot, price } = market.call(bidder)
      const since = now()
      const fate = await give({ kind: 'bid', lot, price, send: commands.bid(lot, price) })
      if (fate === null) continue
      const { bidKey, notAfter, state } = fate
      pressed({ bidder, lot, price, bidKey, notAfter, state, took: now() - since })
      room.bids.dismiss(bidKey)
    }
  }

  report(): ScreenReport {
    const { link, replica } = this.#visit.room
    const view = link.get()
    return {
      outages: [...this.#outages, ...this.#outage()],
      link: view.kind === 'ended' ? `ended: ${view.because}` : view.kind,
      seq: replica.get().state?.seq ?? 0,
      diverged: [...this.#diverged, ...(this.#wrong === null ? [] : ['not corrected'])],
    }
  }
}

/** Notes from now on the blocks of this thread. */
function watchBlocks(): readonly Block[] {
  const blocks: Block[] = []
  let last = now()
  setInterval(() => {
    const at = now()
    const ms = at - last - BLOCK_TICK_MS
    if (ms > BLOCK_LEAST_MS) blocks.push({ from: last, ms })
    last = at
  }, BLOCK_TICK_MS)
  return blocks
}

async function attend(audience: Audience): Promise<void> {
  const { seed, session, pauseMs } = audience
  const libraries = new Map<string, Library>()
  for (const { root } of audience.screens) if (!libraries.has(root)) libraries.set(root, await libraryOf(root))
  const screens: { readonly screen: Screen; readonly bids: boolean }[] = []
  for (const seat of audience.screens) {
    const library = libraries.get(seat.root)
    if (library) screens.push({ screen: new Screen(library, seat, audience), bids: seat.bids })
    await wait(5)
  }
  for (const giveUpAt = Date.now() + ENTER_MS; screens.some(({ screen }) => !screen.live); await wait(20))
    if (Date.now() > giveUpAt)
      throw new Error(`not live: ${JSON.stringify(screens.map(({ screen }) => screen.report()))}`)

  const market = new Market(session.lots, seeded(seed))
  const presses: Press[] = []
  const blocks = watchBlocks()
  let going = false
  let bidding: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', (order: Order) => {
    if (order === 'bid') {
      going = true
      bidding = Promise.all(
        screens
          .filter(({ bids }) => bids)
          .map(({ screen }) =>
            screen.bid(
              market,
              () => going,
              pauseMs,
              (press) => void presses.push(press),
            ),
          ),
      )
    }
    if (order === 'stop') {
      going = false
      void bidding.then(() => parentPort?.postMessage('stopped'))
    }
    if (order === 'report') {
      const report: AudienceReport = { screens: screens.map(({ screen }) => screen.report()), presses, blocks }
      parentPort?.postMessage(report)
    }
  })
  parentPort?.postMessage('live')
}

await attend(workerData as Audience)
