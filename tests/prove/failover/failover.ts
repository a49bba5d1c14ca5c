import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { receiptKeys, start } from '../../../src/contract/calls/index.ts'
import { formatMinor } from '../../../src/domain/units.ts'
import { quiet } from '../../../src/server/logger.ts'
import { verifyReceipt } from '../../../src/server/receipt.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { openStore } from '../../../src/server/store/open.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { makeWorld, venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { audit, changed, resolve } from '../parts/audit.ts'
import type { Attempt } from '../parts/attempt.ts'
import { Crowd } from '../parts/crowd.ts'
import { ExportedLog } from '../parts/exported.ts'
import { Follower } from '../parts/follower.ts'
import { Market } from '../parts/market.ts'
import { stateFor } from '../parts/view.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { shuffled } from '../random.ts'
import { outagesIn } from './outages.ts'
import type { Silence } from './outages.ts'
import { PostgresCluster } from './postgres-cluster.ts'
import { findPrograms } from './programs.ts'

interface Size {
  readonly bidders: number
  readonly lots: number
  /** How often each trouble is made. */
  readonly troubles: Readonly<Record<Trouble, number>>
  /** Bids accepted before each trouble. */
  readonly accepted: number
}

const TROUBLES = ['kill', 'switchover', 'etcd', 'replica', 'haproxy'] as const
type Trouble = (typeof TROUBLES)[number]

const NODES = 3
const LIFE_MS = 3_000
const PAUSE_MS = 1_000
const STALL_MS = 20_000
/** Bids are accepted again this soon after a primary was killed. */
const AGAIN_MS = 15_000
const GIVE_UP_MS = 120_000
/** Bids sent again under their keys after each trouble. */
const REPEATED = 30

export const failover: Proof = {
  name: 'failover',
  promise: 'A sale survives the failure of a PostgreSQL cluster’s primary',
  full: (options) =>
    prove(
      {
        bidders: 64,
        lots: 32,
        troubles: { kill: 20, switchover: 5, etcd: 1, replica: 2, haproxy: 1 },
        accepted: 200,
      },
      options,
    ),
  sample: (options) =>
    prove(
      {
        bidders: 64,
        lots: 32,
        troubles: { kill: 2, switchover: 1, etcd: 0, replica: 1, haproxy: 1 },
        accepted: 100,
      },
      options,
    ),
}

async function prove(size: Size, options: Options): Promise<Figures> {
  const programs = findPrograms(options.say)
  const cluster = await PostgresCluster.open(programs)
  const nodes: TestServer[] = []
  let run: Run | null = null
  try {
    const dataDir = freshDataDir()
    const address = { databaseUrl: cluster.url, databaseOwnerUrl: cluster.ownerUrl }
    const store = await openStore({ dataDir, ...address }, quiet)
    const [session] = await makeWorld(store, size)
    await store.close()
    if (!session) throw new Error('a world without a session')
    for (let i = 0; i < NODES; i++)
      nodes.push(
        await startServer({
          dataDir,
          env: {
            DEMO: '0',
            NODE_ID: `node-${i}`,
            DATABASE_URL: address.databaseUrl,
            DATABASE_OWNER_URL: address.databaseOwnerUrl,
            DATABASE_SYNC: '1',
          },
        }),
      )
    run = new Run({ cluster, session, nodes, size, ...options })
    return await run.all()
  } finally {
    await run?.end()
    for (const node of nodes) await node.kill9()
    await cluster.end()
  }
}

interface Parts extends Options {
  readonly cluster: PostgresCluster
  readonly session: WorldSession
  readonly nodes: readonly TestServer[]
  readonly size: Size
}

class Run {
  readonly #parts: Parts
  readonly #random: () => number
  readonly #market: Market
  readonly #followers: readonly Follower[]
  readonly #attempts: Attempt[] = []
  readonly #changed: string[] = []
  readonly #split: string[] = []
  readonly #silences: Silence[] = []
  readonly #log = new ExportedLog()
  #silent = { accepted: 0, refused: 0, unknown: 0 }

  constructor(parts: Parts) {
    const { session, seed } = parts
    this.#parts = parts
    this.#random = seeded(seed)
    this.#market = new Market(session.lots, this.#random)
    this.#followers = [...session.bidders, session.host, session.seller, session.audience].map(
      (member, i) => new Follower({ session, member, url: () => this.#url(i), random: this.#random }),
    )
  }

  async all(): Promise<Figures> {
    const { session, seed, say } = this.#parts
    // Short enough that a failover hits lots near their end: only bids and outages keep them open.
    await venueOf(this.#url(0), session, session.host).accepted(start, { biddingSeconds: 60 })
    const troubles = shuffled(
      TROUBLES.flatMap((name) => Array.from({ length: this.#times(name) }, () => name)),
      seed,
    )
    for (const [i, trouble] of troubles.entries()) {
      const { downMs, wholeMs, accepted } = await this.#live(trouble)
      say(
        `${i + 1} of ${troubles.length}, ${trouble}: no bid accepted for ${Math.round(downMs)} ms, the cluster whole again after ${Math.round(wholeMs)} ms, ${accepted} accepted, log at ${this.#log.seq}`,
      )
    }
    return this.#judge()
  }

  /** `--only kill:3 --only etcd`: so many times, or as often as ever. */
  #times(trouble: Trouble): number {
    const { size, only = [] } = this.#parts
    if (only.length === 0) return size.troubles[trouble]
    const [, times] = only.map((one) => one.split(':')).find(([name]) => name === trouble) ?? [null, '0']
    return times === undefined ? Math.max(1, size.troubles[trouble]) : Number(times)
  }

  async end(): Promise<void> {
    await Promise.all(this.#followers.map((follower) => follower.end()))
  }

  /** Bids flow before the trouble, through it, and until the cluster is whole again. */
  async #live(trouble: Trouble) {
    const { cluster, session, size } = this.#parts
    const { bidders } = session
    const crowd = new Crowd(bidders, {
      session,
      market: this.#market,
      urlOf: (member) => this.#url(bidders.indexOf(member)),
      lifeMs: LIFE_MS,
      pauseMs: PAUSE_MS,
    })
    await crowd.until(size.accepted)
    await wait(this.#random() * 1_000)
    const since = performance.now()
    const { killedAt, ended } = await this.#make(trouble)
    // A bid that was called after the trouble shows that the sale goes on.
    const from = killedAt === null ? since : performance.now() - (Date.now() - killedAt)
    await this.#acceptedAfter(crowd, from)
    await ended
    await cluster.healthy()
    const wholeMs = performance.now() - since
    await crowd.until(crowd.accepted + size.accepted)
    await crowd.stop()
    const silence = longestSilence(crowd.attempts, since, performance.now())
    this.#silences.push({ trouble, killedAt, ...silence, againMs: firstAcceptedAfter(crowd.attempts, from) - from })
    await this.#check(crowd)
    return { downMs: downMs(silence), wholeMs, accepted: crowd.accepted }
  }

  async #acceptedAfter(crowd: Crowd, from: number): Promise<void> {
    for (const giveUpAt = performance.now() + GIVE_UP_MS; firstAcceptedAfter(crowd.attempts, from) === Infinity;) {
      if (performance.now() > giveUpAt)
        throw new Error(
          `no bid was accepted within ${GIVE_UP_MS} ms\n${JSON.stringify(await this.#parts.cluster.topology())}\n${this.#parts.nodes.map(({ log }) => log.slice(-2_000)).join('\n')}`,
        )
      await wait(50)
    }
  }

  /** `ended` resolves once all that was stopped runs again. */
  async #make(trouble: Trouble): Promise<{ readonly killedAt: number | null; readonly ended: Promise<unknown> }> {
    const { cluster } = this.#parts
    const { primary, synchronous } = await cluster.healthy()
    switch (trouble) {
      case 'kill': {
        const killedAt = cluster.kill(primary)
        return { killedAt, ended: this.#comeBack(primary) }
      }
      case 'switchover':
        return { killedAt: null, ended: cluster.switchOver(primary, synchronous) }
      case 'etcd':
        return { killedAt: null, ended: cluster.loseQuorum(STALL_MS) }
      case 'replica':
        return { killedAt: null, ended: cluster.stall(synchronous, STALL_MS) }
      case 'haproxy':
        return { killedAt: null, ended: cluster.restartHaproxy() }
    }
  }

  /** The old primary is started again once another took its place. */
  async #comeBack(killed: Parameters<PostgresCluster['startMember']>[0]): Promise<void> {
    const { cluster } = this.#parts
    for (const giveUpAt = performance.now() + GIVE_UP_MS; performance.now() < giveUpAt; await wait(100)) {
      const { primary } = await cluster.topology()
      if (primary !== null && primary !== killed) break
    }
    await cluster.startMember(killed)
  }

  async #check({ attempts }: Crowd): Promise<void> {
    const { session, seed } = this.#parts
    const answered = attempts.filter(({ verdict }) => verdict !== null)
    for (const { verdict } of await resolve(attempts, (bidder) => this.#venue(bidder)))
      if (verdict) this.#silent[verdict.verdict] += 1
    const some = shuffled(answered, seed + this.#silences.length).slice(0, REPEATED)
    // Another node is asked than the one that answered.
    this.#changed.push(
      ...(await changed(some, ({ bidder, lot, price, bidKey }) =>
        this.#venue(bidder, 1).bid(lot, formatMinor(price), { bidKey }),
      )),
    )
    this.#attempts.push(...attempts)
    await this.#log.readOn(venueOf(this.#url(this.#silences.length), session, session.host))
  }

  async #judge(): Promise<Figures> {
    const { session } = this.#parts
    const strayed = await this.#strayed()
    const decided = this.#attempts.filter(({ verdict }) => verdict?.verdict !== 'unknown')
    for (const node of [1, 2])
      this.#split.push(...(await changed(decided, ({ bidder, bidKey }) => this.#venue(bidder, node).verdict(bidKey))))
    const { rows: keys } = await this.#venue(1).call(receiptKeys, {})
    const whole = new ExportedLog()
    await whole.readOn(venueOf(this.#url(0), session, session.host))
    const { missing, doubled, unasked } = audit(this.#attempts, whole)
    const { outages, extended, short, unwritten } = outagesIn(whole, this.#silences)
    const receipts = this.#attempts.flatMap(({ verdict }) => verdict?.receipt ?? [])
    const kills = this.#silences.filter(({ trouble }) => trouble === 'kill')
    const wrong = {
      'acknowledged bids missing': missing,
      'bids doubled': doubled,
      'bids without a verdict': unasked,
      'keys answered in two ways': [...this.#changed, ...this.#split],
      'breaks of the chain': [...this.#log.broken, ...whole.broken],
      'outages that are not in the log': unwritten,
      'clocks without their extension': short,
      'receipts that do not verify': receipts.filter((receipt) => !verifyReceipt(receipt, keys)),
      'replicas that strayed': strayed,
      'faults on live connections': this.#followers.flatMap(({ faults }) => faults),
      'kills after which bids took too long': kills.filter(({ againMs }) => againMs > AGAIN_MS),
      'nodes that ended': this.#parts.nodes.flatMap(({ ended }) => ended ?? []),
    }
    const figures: Figures = {
      bidders: session.bidders.length,
      'bids sent': this.#attempts.length,
      accepted: this.#attempts.filter(({ verdict }) => verdict?.verdict === 'accepted').length,
      'unanswered, found accepted': this.#silent.accepted,
      'unanswered, found refused': this.#silent.refused,
      'unanswered, never happened': this.#silent.unknown,
      'log entries': whole.seq,
      outages,
      'lots extended': extended,
      clients: this.#followers.length,
      'receipts verified': receipts.length,
      ...Object.fromEntries(
        TROUBLES.map((name) => [name, this.#silences.filter(({ trouble }) => trouble === name)] as const)
          .filter(([, made]) => made.length > 0)
          .map(([name, made]) => [
            `${name}: times; no bid accepted for (s), median; at most`,
            `${made.length}; ${seconds(median(made.map(downMs)))}; ${seconds(Math.max(...made.map(downMs)))}`,
          ]),
      ),
      ...(kills.length > 0 && {
        'from a kill to the next accepted bid (s), at most': seconds(Math.max(...kills.map(({ againMs }) => againMs))),
      }),
      ...sizes(wrong),
    }
    noneOf(wrong, figures)
    return figures
  }

  /** Clients whose replica differs from what their node shows at the same event. */
  async #strayed(): Promise<string[]> {
    const strayed: string[] = []
    for (const [i, follower] of this.#followers.entries()) {
      let [view, state] = await this.#both(i, follower)
      // Clocks run on: an event between the two looks is no difference.
      for (let look = 0; look < 5 && view.seq !== state?.seq; look++) [view, state] = await this.#both(i, follower)
      if (!isDeepStrictEqual(state, view)) strayed.push(`${follower.member.account} at ${follower.seq} of ${view.seq}`)
    }
    return strayed
  }

  async #both(i: number, follower: Follower) {
    const view = await stateFor(this.#url(i), this.#parts.session, follower.member)
    await follower.reached(view.seq)
    return [view, follower.state] as const
  }

  #url(node: number): string {
    return this.#parts.nodes[node % NODES]?.url ?? ''
  }

  /** `further`: at the node so many after the bidder's own. */
  #venue(bidder: number, further = 0) {
    const member = this.#parts.session.bidders[bidder - 1]
    if (!member) throw new Error(`no bidder ${bidder}`)
    return venueOf(this.#url(bidder - 1 + further), this.#parts.session, member satisfies Member)
  }
}

const acceptedOf = (attempts: readonly Attempt[]) => attempts.filter(({ verdict }) => verdict?.verdict === 'accepted')

/** When the first bid that was called after `from` was accepted, on the bidders' clock. */
const firstAcceptedAfter = (attempts: readonly Attempt[], from: number): number =>
  acceptedOf(attempts).reduce(
    (first, { calledAt, returnedAt }) => (calledAt >= from ? Math.min(first, returnedAt) : first),
    Infinity,
  )

/** The longest time between two acceptances from `from` to `to`, by the wall clock. */
function longestSilence(attempts: readonly Attempt[], from: number, to: number) {
  const times = acceptedOf(attempts)
    .map(({ returnedAt }) => returnedAt)
    .filter((at) => at > from && at < to)
    .toSorted((a, b) => a - b)
  const all = [from, ...times, to]
  const gaps = all.slice(1).map((at, i) => ({ from: all[i] ?? at, to: at }))
  const longest = gaps.reduce((most, gap) => (downMs(gap) > downMs(most) ? gap : most))
  return { from: performance.timeOrigin + longest.from, to: performance.timeOrigin + longest.to }
}

const downMs = ({ from, to }: Pick<Silence, 'from' | 'to'>): number => to - from
const seconds = (ms: number): string => (ms / 1_000).toFixed(1)
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
