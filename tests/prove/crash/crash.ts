import { setTimeout as wait } from 'node:timers/promises'
import { receiptKeys, start } from '../../../src/contract/calls/index.ts'
import { formatMinor } from '../../../src/domain/units.ts'
import { verifyReceipt } from '../../../src/server/receipt.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { venueOf, worldIn } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import { audit, changed, resolve } from '../parts/audit.ts'
import type { Attempt } from '../parts/attempt.ts'
import { Crowd } from '../parts/crowd.ts'
import { ExportedLog } from '../parts/exported.ts'
import { Market } from '../parts/market.ts'
import { noneOf, sizes } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { shuffled } from '../random.ts'
import { HeldFlush } from './held-flush.ts'
import { aimAtEverything } from './kill.ts'
import { extensionsIn, OUTAGE_GAP_MS } from './outages.ts'

interface Size {
  readonly bidders: number
  readonly lots: number
  readonly kills: number
  /** Number of accepted bids before each kill. */
  readonly accepted: number
  /** Number of bids, answered since the last restart, whose keys are sent again. */
  readonly repeated: number
}

const LIFE_MS = 3_000

export const crash: Proof = {
  name: 'crash',
  promise: 'No acknowledged bid is lost when every process is killed',
  full: (options) => prove({ bidders: 64, lots: 48, kills: 20, accepted: 2_000, repeated: 200 }, options),
  sample: (options) => prove({ bidders: 64, lots: 24, kills: 2, accepted: 150, repeated: 20 }, options),
}

async function prove(size: Size, { seed, say }: Options): Promise<Figures> {
  const dataDir = freshDataDir()
  const [session] = await worldIn(dataDir, size)
  if (!session) throw new Error('a world without a session')
  let server = await startServer({ dataDir, env: { DEMO: '0' } })
  const run = new Run(session, size, seed)
  try {
    await run.open(server)
    for (let kill = 1; kill <= size.kills; kill++) {
      await run.bidAndKill(server, kill)
      const since = performance.now()
      server = await startServer({ dataDir, port: server.port, env: { DEMO: '0' } })
      run.restarts.push(performance.now() - since)
      await run.lookAround(server, kill)
      say(`kill ${kill} of ${size.kills}: ${run.acknowledged} acknowledged so far, log at ${run.log.seq}`)
    }
    return await run.end(server)
  } finally {
    await server.kill9()
  }
}

/** One sale with all its kills. */
class Run {
  readonly log = new ExportedLog()
  readonly restarts: number[] = []
  readonly #session: WorldSession
  readonly #size: Size
  readonly #seed: number
  readonly #random: () => number
  readonly #market: Market
  readonly #attempts: Attempt[] = []
  readonly #downFrom: number[] = []
  readonly #changed: string[] = []
  #fewest = Infinity
  #fresh: readonly Attempt[] = []
  #silent = { accepted: 0, refused: 0, unknown: 0 }

  constructor(session: WorldSession, size: Size, seed: number) {
    this.#session = session
    this.#size = size
    this.#seed = seed
    this.#random = seeded(seed)
    this.#market = new Market(session.lots, this.#random)
  }

  get acknowledged(): number {
    return this.#attempts.length - this.#silent.accepted - this.#silent.refused - this.#silent.unknown
  }

  async open({ url }: TestServer): Promise<void> {
    // Short enough that a kill hits lots near their end: only bids and outages keep them open.
    await venueOf(url, this.#session, this.#session.host).accepted(start, { biddingSeconds: 60 })
  }

  async bidAndKill(server: TestServer, kill: number): Promise<void> {
    const crowd = new Crowd(this.#session.bidders, {
      session: this.#session,
      market: this.#market,
      urlOf: () => server.url,
      lifeMs: LIFE_MS,
    })
    const killAll = aimAtEverything(server, this.#seed + kill)
    const downAt = await (kill % 2 === 0 ? this.#killHeld(server, crowd, killAll) : this.#killOnArrival(crowd, killAll))
    await crowd.stop()
    this.#downFrom.push(downAt)
    this.#fresh = crowd.attempts
    this.#attempts.push(...crowd.attempts)
    // Long enough to count as an outage by the law, however quick the machine is.
    await wait(Math.max(0, downAt + OUTAGE_GAP_MS + 500 - Date.now()))
  }

  /** In the instant in which an acknowledgement arrives: what it acknowledged must be on the disk by then. */
  async #killOnArrival(crowd: Crowd, killAll: () => Promise<number>): Promise<number> {
    await crowd.until(this.#size.accepted + Math.floor(this.#random() * 64))
    this.#fewest = Math.min(this.#fewest, crowd.answered)
    return killAll()
  }

  /** While the database holds back an append: an acknowledgement then is a lost bid. */
  async #killHeld(server: TestServer, crowd: Crowd, killAll: () => Promise<number>): Promise<number> {
    await crowd.until(this.#size.accepted)
    this.#fewest = Math.min(this.#fewest, crowd.answered)
    const flush = await HeldFlush.hold(server, this.#session.id)
    try {
      await flush.appendWaits()
      return await killAll()
    } finally {
      await flush.end()
    }
  }

  async lookAround({ url }: TestServer, kill: number): Promise<void> {
    const answered = this.#fresh.filter(({ verdict }) => verdict !== null)
    const venue = (bidder: number) => this.#venue(url, bidder)
    for (const { verdict } of await resolve(this.#fresh, venue)) if (verdict) this.#silent[verdict.verdict] += 1
    this.#changed.push(...(await changed(answered, ({ bidder, bidKey }) => venue(bidder).verdict(bidKey))))
    this.#changed.push(
      ...(await changed(
        shuffled(answered, this.#seed + kill).slice(0, this.#size.repeated),
        ({ bidder, lot, price, bidKey }) => venue(bidder).bid(lot, formatMinor(price), { bidKey }),
      )),
    )
    await this.log.readOn(venueOf(url, this.#session, this.#session.host))
  }

  /** Repeats every key of the whole run, and verifies the receipts offline. */
  async end(server: TestServer): Promise<Figures> {
    this.#changed.push(
      ...(await changed(
        this.#attempts.filter(({ verdict }) => verdict?.verdict !== 'unknown'),
        ({ bidder, bidKey }) => this.#venue(server.url, bidder).verdict(bidKey),
      )),
    )
    const { rows: keys } = await this.#venue(server.url, 1).call(receiptKeys, {})
    const whole = new ExportedLog()
    await whole.readOn(venueOf(server.url, this.#session, this.#session.host))
    await server.stop({ keep: true })
    const receipts = this.#attempts.flatMap(({ verdict }) => verdict?.receipt ?? [])
    const badReceipts = receipts.filter((receipt) => !verifyReceipt(receipt, keys)).map(({ signature }) => signature)
    const { outages, extended, short } = extensionsIn(this.log, this.#downFrom)
    const { missing, doubled, unasked } = audit(this.#attempts, whole)
    const wrong = {
      'acknowledged bids missing': missing,
      'bids doubled': doubled,
      'bids without a verdict': unasked,
      'answers that changed': this.#changed,
      'breaks of the chain': [...this.log.broken, ...whole.broken],
      'clocks without their extension': short,
      'receipts that do not verify': badReceipts,
    }
    const figures: Figures = {
      kills: this.#downFrom.length,
      bidders: this.#session.bidders.length,
      acknowledged: this.acknowledged,
      'of them accepted':
        this.#attempts.filter(({ verdict }) => verdict?.verdict === 'accepted').length - this.#silent.accepted,
      'fewest acknowledged before a kill': this.#fewest,
      'unanswered, found accepted': this.#silent.accepted,
      'unanswered, found refused': this.#silent.refused,
      'unanswered, never happened': this.#silent.unknown,
      'log entries': whole.seq,
      'gaps in seq': whole.broken.length,
      ...sizes(wrong),
      'receipts verified offline': receipts.length,
      'lots extended': extended,
      'slowest restart (ms)': Math.round(Math.max(...this.restarts)),
    }
    noneOf({ ...wrong, 'restarts without their outage': this.#downFrom.length - outages }, figures)
    return figures
  }

  #venue(url: string, bidder: number) {
    const member = this.#session.bidders[bidder - 1]
    if (!member) throw new Error(`no bidder ${bidder}`)
    return venueOf(url, this.#session, member)
  }
}
