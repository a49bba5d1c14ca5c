import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { start } from '../../../src/contract/calls/index.ts'
import { CLOSE } from '../../../src/contract/constants.ts'
import type { TestServer } from '../../support/server.ts'
import { venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { audit, changed, resolve } from '../parts/audit.ts'
import { newAttempt, send } from '../parts/attempt.ts'
import type { Attempt } from '../parts/attempt.ts'
import { openCluster, startNode } from '../parts/cluster.ts'
import type { Cluster } from '../parts/cluster.ts'
import { Crowd } from '../parts/crowd.ts'
import { ExportedLog } from '../parts/exported.ts'
import { Follower } from '../parts/follower.ts'
import { Market } from '../parts/market.ts'
import { stateFor } from '../parts/view.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { seeded } from '../../../src/server/seeded.ts'

interface Size {
  readonly bidders: number
  readonly lots: number
  /** Accepted bids in each of the three parts: both nodes, one killed, the other asked to leave. */
  readonly accepted: number
  /** Bids sent to both nodes at once, under one key. */
  readonly twice: number
}

const LIFE_MS = 3_000

export const nodes: Proof = {
  name: 'nodes',
  promise: 'Two nodes serve one room in one order, and clients of one that dies go on at the other',
  full: (options) => prove({ bidders: 48, lots: 24, accepted: 2_000, twice: 200 }, options),
  sample: (options) => prove({ bidders: 16, lots: 12, accepted: 150, twice: 20 }, options),
}

async function prove(size: Size, { seed, say }: Options): Promise<Figures> {
  const cluster = await openCluster(2, size)
  const run = new Run(cluster, size, seed)
  try {
    await run.open()
    say('two nodes')
    await run.twice()
    await run.part(0)
    say('one is killed')
    await run.killOne()
    say('the other is asked to leave')
    await run.sendAway()
    return await run.judge()
  } finally {
    await run.end()
  }
}

class Run {
  readonly #session: WorldSession
  readonly #size: Size
  readonly #cluster: Cluster
  readonly #random: () => number
  readonly #market: Market
  readonly #attempts: Attempt[] = []
  readonly #followers: Follower[] = []
  /** Keys that the two nodes answered differently. */
  readonly #split: string[] = []
  readonly #nodes: TestServer[]
  /** Index of the node that a member uses. */
  readonly #at = new Map<Member, number>()
  #silent = 0
  #resumeMs: number[] = []

  constructor(cluster: Cluster, size: Size, seed: number) {
    this.#cluster = cluster
    this.#session = cluster.session
    this.#nodes = [...cluster.nodes]
    this.#size = size
    this.#random = seeded(seed)
    this.#market = new Market(cluster.session.lots, this.#random)
  }

  async open(): Promise<void> {
    const { session } = this.#cluster
    await venueOf(this.#url(0), session, session.host).accepted(start, { biddingSeconds: 86_400 })
    ;[...session.bidders, session.host, session.seller, session.audience].forEach((member, i) => {
      this.#at.set(member, i % 2)
      this.#followers.push(new Follower({ session, member, url: () => this.#urlOf(member), random: this.#random }))
    })
    await this.#settled()
  }

  /** Sends the same bid to both nodes at the same moment. */
  async twice(): Promise<void> {
    for (let i = 0; i < this.#size.twice; i++) {
      const member = this.#session.bidders[i % this.#session.bidders.length]
      if (!member) break
      const { lot, price } = this.#market.call(member.biddingNumber ?? 0)
      const first = newAttempt(member.biddingNumber ?? 0, lot, price, LIFE_MS)
      const second = { ...first }
      await Promise.all([
        send(first, venueOf(this.#url(0), this.#session, member)),
        send(second, venueOf(this.#url(1), this.#session, member)),
      ])
      this.#attempts.push(first)
      if (!isDeepStrictEqual(first.verdict, second.verdict))
        this.#split.push(`${JSON.stringify(first.verdict)} and ${JSON.stringify(second.verdict)}`)
    }
  }

  /** Bids through whatever nodes the members use, until so many are accepted; `during` happens in the midst. */
  async part(pauseMs: number, during: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    const crowd = new Crowd(this.#session.bidders, {
      session: this.#session,
      market: this.#market,
      urlOf: (member) => this.#urlOf(member),
      lifeMs: LIFE_MS,
      pauseMs,
    })
    await crowd.until(this.#size.accepted / 2)
    await during()
    await crowd.until(this.#size.accepted)
    await crowd.stop()
    this.#attempts.push(...crowd.attempts)
  }

  async killOne(): Promise<void> {
    await this.part(0, async () => {
      await this.#nodes[0]?.kill9({ database: false })
      this.#move(1)
    })
    await this.#settled()
    this.#nodes[0] = await startNode(this.#cluster.dataDir, 0, this.#nodes[0]?.port)
  }

  async sendAway(): Promise<void> {
    await this.part(0, async () => {
      const leaves = this.#nodes[1]?.stop({ keep: true })
      this.#move(0)
      await leaves
    })
    await this.#settled()
  }

  async judge(): Promise<Figures> {
    this.#silent = (await resolve(this.#attempts, (bidder) => this.#venue(bidder))).length
    const log = new ExportedLog()
    await log.readOn(venueOf(this.#url(0), this.#session, this.#session.host))
    await this.#settled(log.seq)
    const strayed: string[] = []
    for (const follower of this.#followers) {
      const view = await stateFor(this.#url(0), this.#session, follower.member)
      if (!isDeepStrictEqual(follower.state, view)) strayed.push(`${follower.member.account} at ${follower.seq}`)
    }
    const wrong = {
      ...renamed(audit(this.#attempts, log)),
      'breaks of the chain': log.broken,
      'keys answered in two ways': this.#split,
      'answers that changed': await changed(
        this.#attempts.filter(({ verdict }) => verdict?.verdict !== 'unknown'),
        ({ bidder, bidKey }) => this.#venue(bidder).verdict(bidKey),
      ),
      'replicas that strayed': strayed,
      'faults on live connections': this.#followers.flatMap(({ faults }) => faults),
      'resumptions by a whole snapshot': this.#followers
        .filter(({ snapshots }) => snapshots > 1)
        .map(({ member }) => member.account),
    }
    const figures: Figures = {
      'bids sent': this.#attempts.length,
      accepted: this.#attempts.filter(({ verdict }) => verdict?.verdict === 'accepted').length,
      'bids without an answer': this.#silent,
      'sent to both nodes at once': this.#size.twice,
      'log entries': log.seq,
      clients: this.#followers.length,
      'clients resumed': this.#followers.reduce((sum, { resumed }) => sum + resumed, 0),
      'told to go elsewhere (1012)': this.#followers.filter(({ closes }) => closes.includes(CLOSE.restart)).length,
      'slowest until all had resumed (ms)': Math.round(Math.max(...this.#resumeMs)),
      ...sizes(wrong),
    }
    noneOf(wrong, figures)
    return figures
  }

  async end(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.end()))
    await this.#nodes[0]?.kill9()
    await this.#cluster.end()
  }

  /** All followers are connected and have reached this event. */
  async #settled(seq = 0): Promise<void> {
    const since = performance.now()
    await Promise.all(this.#followers.map((follower) => follower.reached(seq)))
    this.#resumeMs.push(performance.now() - since)
    await wait(0)
  }

  #move(to: number): void {
    for (const member of this.#at.keys()) this.#at.set(member, to)
  }

  #url(node: number): string {
    return this.#nodes[node]?.url ?? ''
  }

  #urlOf(member: Member): string {
    return this.#url(this.#at.get(member) ?? 0)
  }

  #venue(bidder: number) {
    const member = this.#session.bidders[bidder - 1]
    if (!member) throw new Error(`no bidder ${bidder}`)
    return venueOf(this.#urlOf(member), this.#session, member)
  }
}

const renamed = ({ missing, doubled, unasked }: ReturnType<typeof audit>) => ({
  'acknowledged bids missing': missing,
  'bids doubled': doubled,
  'bids without a verdict': unasked,
})
