import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { start } from '../../../src/contract/calls/index.ts'
import { minor } from '../../../src/domain/units.ts'
import { openLink } from '../../link/link.ts'
import type { Link } from '../../link/link.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { venueOf, worldIn } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import { AppClient } from '../parts/app-client.ts'
import { Crowd } from '../parts/crowd.ts'
import { Follower } from '../parts/follower.ts'
import { Market } from '../parts/market.ts'
import { Schemers } from '../parts/schemers.ts'
import { stateFor } from '../parts/view.ts'
import { Broken, noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { Knife } from './knife.ts'

interface Size {
  /** Number of cuts of live connections that had completed their handshake. */
  readonly cuts: number
  /** After this many cuts the room is quiet and all replicas are compared. */
  readonly compareEvery: number
  readonly clients: number
  readonly bidders: number
  /** Bids a second that must flow; `null`: as many as the machine gives. */
  readonly flow: number | null
}

const PIN = '271828'
/** The longest gap that is resumed by its events. */
const RESUME_MOST = 2_000
const KINDS = ['ceilings', 'mandates', 'clerks'] as const
/** Allows some lots at a low price, or few at a high one. */
const LIMIT = minor(20_000_000)

export const cuts: Proof = {
  name: 'cuts',
  promise: 'A client whose link is cut again and again ends up with exactly what the server shows it',
  full: (options) => prove({ cuts: 1_000, compareEvery: 100, clients: 24, bidders: 40, flow: 50 }, options),
  sample: (options) => prove({ cuts: 40, compareEvery: 20, clients: 8, bidders: 12, flow: null }, options),
}

async function prove(size: Size, { seed, say }: Options): Promise<Figures> {
  const dataDir = freshDataDir()
  const [session] = await worldIn(dataDir, { bidders: size.bidders, lots: 24, limit: LIMIT, pin: PIN })
  if (!session) throw new Error('a world without a session')
  const server = await startServer({ dataDir, env: { DEMO: '0' } })
  const link = await openLink({ target: server.url, seed })
  const run = new Run(session, server, link, size, seed)
  try {
    await venueOf(server.url, session, session.host).accepted(start, { biddingSeconds: 86_400 })
    while (run.cuts < size.cuts) {
      await run.cutSome()
      await run.compare()
      say(`${run.cuts} cuts, log at ${run.seq}`)
    }
    return await run.judge()
  } finally {
    await run.end()
    await link.close()
    await server.kill9()
  }
}

class Run {
  readonly #session: WorldSession
  readonly #server: TestServer
  readonly #size: Size
  readonly #knife: Knife
  readonly #market: Market
  readonly #clients: AppClient[]
  /** The same people on uncut links, by a reader of their own. */
  readonly #untouched: Follower[]
  readonly #strayed: string[] = []
  readonly #missed: string[] = []
  readonly #random: () => number
  readonly #schemes = { ceilings: 0, mandates: 0, clerks: 0 }
  #sent = 0
  #flowedMs = 0

  constructor(session: WorldSession, server: TestServer, link: Link, size: Size, seed: number) {
    this.#session = session
    this.#server = server
    this.#size = size
    const random = seeded(seed)
    this.#random = random
    this.#market = new Market(session.lots, random)
    const members = [session.host, session.seller, session.audience, ...session.bidders].slice(0, size.clients)
    this.#untouched = members.map((member) => new Follower({ session, member, url: () => server.url, random }))
    this.#clients = members.map((member) => new AppClient({ session, member, url: link.url, random }))
    this.#knife = new Knife(link, random)
  }

  get #url(): string {
    return this.#server.url
  }

  get cuts(): number {
    return this.#clients.reduce((sum, { broken }) => sum + broken, 0)
  }

  get #isFaulty(): boolean {
    return this.#clients.some(({ faults }) => faults.length > 0)
  }

  get seq(): number {
    return Math.max(...this.#untouched.map(({ seq }) => seq))
  }

  async cutSome(): Promise<void> {
    const enough = Math.min(this.#size.cuts, this.cuts + this.#size.compareEvery)
    await this.#standStill()
    const since = performance.now()
    const crowd = new Crowd(this.#session.bidders, {
      session: this.#session,
      market: this.#market,
      urlOf: () => this.#url,
      lifeMs: 10_000,
      pauseMs: 100,
    })
    const schemers = new Schemers({ session: this.#session, url: this.#url, random: this.#random, pin: PIN })
    this.#knife.draw()
    // A client with a fault may never come back to be cut.
    while (this.cuts < enough && this.#server.ended === null && !this.#isFaulty) await wait(20)
    await Promise.all([crowd.stop(), schemers.stop()])
    this.#knife.sheathe()
    for (const kind of KINDS) this.#schemes[kind] += schemers.accepted[kind]
    if (this.#server.ended !== null)
      throw new Error(
        `The server ended (${this.#server.ended}), and it was not this proof that ended it. It said:\n${this.#server.log}`,
      )
    this.#sent += crowd.answered
    this.#flowedMs += performance.now() - since
  }

  async #standStill(): Promise<number> {
    const { seq } = await stateFor(this.#url, this.#session, this.#session.host)
    await Promise.all([...this.#clients, ...this.#untouched].map((client) => client.reached(seq)))
    return seq
  }

  /** Compares the replica with the server's view, and its events with the uncut link's. */
  async compare(): Promise<void> {
    await this.#standStill()
    for (const [i, client] of this.#clients.entries()) {
      const { account } = client.member
      const twin = this.#untouched[i]!
      if (!(await this.#isAlike(client))) this.#strayed.push(`${account} at ${client.seq}`)
      await twin.reached(client.seq)
      const got = client.all
      const due = twin.all.filter((event) => event.seq > client.from && event.seq <= client.seq)
      if (!isDeepStrictEqual(got, due))
        this.#missed.push(`${account}: ${got.length} events after ${client.from}, not ${due.length}`)
    }
  }

  /** Compared at one event: no bids come meanwhile, but a delayed server records its outage. */
  async #isAlike(client: AppClient): Promise<boolean> {
    for (;;) {
      const shown = await stateFor(this.#url, this.#session, client.member)
      await client.reached(shown.seq)
      const { state } = client
      if (state?.seq === shown.seq) return isDeepStrictEqual(state, shown)
    }
  }

  async judge(): Promise<Figures> {
    const resumptions = this.#clients.reduce((sum, { resumed }) => sum + resumed, 0)
    const flow = this.#sent / (this.#flowedMs / 1000)
    const wrong = {
      'replicas that strayed': this.#strayed,
      'clients with events missing, doubled or other': this.#missed,
      'faults on live connections': [...this.#clients, ...this.#untouched].flatMap(({ faults }) => faults),
      'resumptions by a whole snapshot though the gap allowed less': this.#clients
        .filter(({ snapshots }) => snapshots > 1)
        .map(({ member }) => member.account),
      'ceilings, mandates or clerks that never came': KINDS.filter((kind) => this.#schemes[kind] === 0),
      'wrong at the longest gap that is resumed': await this.#atTheEdge(),
    }
    const figures: Figures = {
      cuts: this.cuts,
      ...this.#knife.plans,
      clients: this.#clients.length,
      resumptions,
      'bids answered': this.#sent,
      'bids a second': Math.round(flow),
      'ceilings set': this.#schemes.ceilings,
      'mandates set': this.#schemes.mandates,
      'bids by a clerk': this.#schemes.clerks,
      'log entries': this.seq,
      'times everything was compared': Math.ceil(this.#size.cuts / this.#size.compareEvery),
      ...sizes(wrong),
    }
    noneOf(wrong, figures)
    if (this.#size.flow !== null && flow < this.#size.flow)
      throw new Broken(
        `Only ${Math.round(flow)} bids a second flowed: this machine is too slow, or too busy.\n${JSON.stringify(figures)}`,
      )
    return figures
  }

  /** The longest resumable gap is closed by its events; one event more gives a snapshot. Never a part. */
  async #atTheEdge(): Promise<string[]> {
    const venue = venueOf(this.#url, this.#session, this.#session.audience)
    const { epoch, seq } = await stateFor(this.#url, this.#session, this.#session.audience)
    const places = this.#untouched.flatMap(({ marks }) => [...marks]).map(([at, mark]) => ({ epoch, seq: at, mark }))
    const edge = seq - RESUME_MOST
    const within = places.filter((place) => place.seq >= edge).toSorted((a, b) => a.seq - b.seq)[0]
    const beyond = places.filter((place) => place.seq < edge).toSorted((a, b) => b.seq - a.seq)[0]
    if (within === undefined || beyond === undefined) return []
    const [near, far] = await Promise.all([venue.live(within), venue.live(beyond)])
    const due = seq - within.seq
    const wrong = [
      ...(near.welcome.recovered && near.events.length === due
        ? []
        : [`a gap of ${due}: ${near.events.length} events`]),
      ...(!far.welcome.recovered &&
      isDeepStrictEqual(far.state, await stateFor(this.#url, this.#session, this.#session.audience))
        ? []
        : ['one more']),
    ]
    await Promise.all([near.close(), far.close()])
    return wrong
  }

  async end(): Promise<void> {
    this.#knife.sheathe()
    await Promise.all([...this.#clients, ...this.#untouched].map((client) => client.end()))
  }
}
