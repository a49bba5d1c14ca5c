import { cpSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { bidOrCounteroffer, start } from '../../../src/contract/calls/index.ts'
import { CODE } from '../../../src/contract/codes.ts'
import { buildIfStale } from '../../../src/server/build.ts'
import { quiet } from '../../../src/server/logger.ts'
import { ROOT } from '../../../src/server/main.ts'
import { connect } from '../../../src/server/store/connections.ts'
import type * as Stores from '../../../src/server/store/open.ts'
import { formatMinor, minor } from '../../../src/domain/units.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import type * as Worlds from '../../support/world.ts'
import { venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { again } from '../parts/attempt.ts'
import type { Attempt } from '../parts/attempt.ts'
import { audit, inLine } from '../parts/audit.ts'
import { ExportedLog } from '../parts/exported.ts'
import { noneOf, sizes, Skipped } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import type { Audience, AudienceReport, Block, Order, Outage, Press, ScreenSeat } from './audience.ts'
import { futureRelease } from './future.ts'
import { present, previousCommit, releaseAt } from './release.ts'
import type { Release } from './release.ts'
import { oldTabIn } from './tab.ts'
import type { OldTab } from './tab.ts'

interface Size {
  readonly nodes: number
  readonly bidders: number
  readonly watchers: number
  readonly lots: number
  /**
   * Between two bids of one bidder, ms. Each bid is a frame to every screen, and all screens are clients in one thread:
   * with more bids than these the proof measures that thread.
   */
  readonly pauseMs: number
  /** Bidding before the first node is replaced, between two, and after the last. */
  readonly calmMs: number
  /** With a tab of the previous release in a real browser. */
  readonly tab: boolean
}

/** Longest time that a screen may not be live while a node is replaced. */
const DARK_MOST_MS = 3_000
const SETTLE_MS = 30_000
/** Connections that the server lets one account have in a session, less the tab's and a bidder's own. */
const SCREENS_OF_AN_ACCOUNT = 8
/** One watcher in this many runs the new release's client: its page was opened during the upgrade. */
const NEW_EVERY = 4
/** From the first bid of a newer release until all nodes of this one know that they cannot read it. */
const UNREAD_MS = 20_000
/** Between two bids of the proof's own, in steps of the lot. */
const PLANTED_STEPS = 100

export const upgrade: Proof = {
  name: 'upgrade',
  promise: `Nodes are replaced by a new release during a sale: no bid is lost, no tab reloads, screens are back within ${DARK_MOST_MS / 1_000} s`,
  full: (options) =>
    prove({ nodes: 3, bidders: 64, watchers: 200, lots: 24, pauseMs: 4_000, calmMs: 10_000, tab: true }, options),
  sample: (options) =>
    prove({ nodes: 2, bidders: 8, watchers: 24, lots: 12, pauseMs: 300, calmMs: 3_000, tab: false }, options),
}

async function prove(size: Size, { seed, say, only = [] }: Options): Promise<Figures> {
  const commit = await previousCommit(only[0])
  if (commit === null)
    throw new Skipped(
      `this clone lacks the previous release, ${only[0] ?? 'by tag and as recorded'}: git fetch --unshallow --tags`,
    )
  await buildIfStale(ROOT, say)
  const [before, after] = [await releaseAt(commit, say), await present()]
  const run = await Run.open({ size, seed, say, before, after })
  try {
    await run.go()
    return await run.judge()
  } finally {
    await run.end()
  }
}

interface RunOptions extends Pick<Options, 'seed' | 'say'> {
  readonly size: Size
  readonly before: Release
  readonly after: Release
}

interface Replaced {
  readonly from: number
  readonly drainMs: number
  readonly startMs: number
}

/** A world of a release. Its host has a second factor: later releases may ask for one. */
async function worldOf({ root }: Release, dataDir: string, { bidders, lots }: Size): Promise<WorldSession> {
  const at = (path: string) => pathToFileURL(join(root, path)).href
  const { worldIn } = (await import(at('tests/support/world.ts'))) as typeof Worlds
  const { openStore } = (await import(at('src/server/store/open.ts'))) as typeof Stores
  const [session] = await worldIn(dataDir, { bidders, lots })
  if (!session) throw new Error('a world without a session')
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  const client = await connect(store.address, 'proof')
  await client.query('UPDATE account SET second_factor_at = now() WHERE id = $1', [session.host.account])
  await client.end()
  await store.close()
  return session
}

class Run {
  readonly #options: RunOptions
  readonly #dataDir: string
  readonly #session: WorldSession
  readonly #nodes: TestServer[] = []
  readonly #balancer: Worker
  readonly #replaced: Replaced[] = []
  #url = ''
  #audience: Worker | null = null
  #tab: OldTab | null = null
  #report: AudienceReport | null = null
  /** Nodes that are ready, or decide, beside entries that they cannot read. */
  readonly #faults: string[] = []
  /** Bids that the proof itself made. */
  readonly #presses: Press[] = []
  #planted = 0

  private constructor(options: RunOptions, dataDir: string, session: WorldSession) {
    this.#options = options
    this.#dataDir = dataDir
    this.#session = session
    this.#balancer = new Worker(new URL('./balancer.ts', import.meta.url))
  }

  /** The world is made by the previous release, in its own schema. */
  static async open(options: RunOptions): Promise<Run> {
    const { before, size } = options
    const dataDir = freshDataDir()
    const session = await worldOf(before, dataDir, size)
    const run = new Run(options, dataDir, session)
    try {
      await run.#begin()
      return run
    } catch (error) {
      await run.end()
      throw error
    }
  }

  async #begin(): Promise<void> {
    const { before, size, say } = this.#options
    const [port] = (await once(this.#balancer, 'message')) as [number]
    this.#url = `http://127.0.0.1:${port}`
    for (let i = 0; i < size.nodes; i++) this.#nodes.push(await this.#start(before, i))
    await this.#useNodes()
    await venueOf(this.#url, this.#session, this.#session.host).accepted(start, { biddingSeconds: 86_400 })
    // A release that does not share its files itself has them laid there by hand (docs/deploy.md).
    const shared = join(this.#dataDir, 'web/assets')
    if (!existsSync(shared)) cpSync(join(before.root, 'dist/app/assets'), shared, { recursive: true })
    say(`${size.nodes} nodes of ${before.name}`)
    if (size.tab) this.#tab = await oldTabIn(this.#url, this.#session, this.#member(0))
    await this.#seat()
    say(`${size.bidders} bidders and ${size.watchers} watchers are live`)
  }

  #start({ root }: Pick<Release, 'root'>, name: number): Promise<TestServer> {
    return startServer({ dataDir: this.#dataDir, root, env: { DEMO: '0', NODE_ID: `node-${name}` } })
  }

  async #useNodes(): Promise<void> {
    const used = once(this.#balancer, 'message')
    this.#balancer.postMessage(this.#nodes.map(({ port }) => port))
    await used
  }

  async #seat(): Promise<void> {
    const { size, before, after, seed } = this.#options
    const { bidders, host, seller, audience } = this.#session
    const bidding = bidders.map((member): ScreenSeat => ({ member, root: before.root, bids: true }))
    const people = [...bidders, host, seller, audience]
    if (size.watchers > people.length * SCREENS_OF_AN_ACCOUNT) throw new Error('more watchers than accounts can hold')
    const watching = Array.from({ length: size.watchers }, (_, i): ScreenSeat => {
      const member = people[i % people.length]
      if (!member) throw new Error('a sale without people')
      return { member, root: i % NEW_EVERY === 0 ? after.root : before.root, bids: false }
    })
    const workerData: Audience = {
      url: this.#url,
      session: this.#session,
      seed,
      pauseMs: size.pauseMs,
      screens: [...bidding, ...watching],
    }
    this.#audience = new Worker(new URL('./audience.ts', import.meta.url), { workerData })
    await once(this.#audience, 'message')
  }

  /** Replaces every node by one of the new release, one after the other, while bids go on. */
  async go(): Promise<void> {
    const { size, say, after } = this.#options
    this.#order('bid')
    await wait(size.calmMs)
    for (let i = 0; i < size.nodes; i++) {
      const from = Date.now()
      const leaving = this.#nodes[i]
      await leaving?.stop({ keep: true })
      const drainMs = Date.now() - from
      this.#nodes[i] = await this.#start(after, i)
      const startMs = Date.now() - from - drainMs
      await this.#useNodes()
      this.#replaced.push({ from, drainMs, startMs })
      say(`node ${i + 1} is replaced: drained in ${drainMs} ms, ready after ${startMs} ms`)
      await wait(size.calmMs)
    }
    await this.#plant()
    const stopped = this.#answer()
    this.#order('stop')
    await stopped
    await this.#settled()
  }

  /**
   * A node of a release after this one joins, and writes what this one cannot read. The nodes of this release then
   * decide nothing, and everyone moves on to the new node.
   */
  async #plant(): Promise<void> {
    const { size, say } = this.#options
    const old = [...this.#nodes]
    const next = await this.#start(futureRelease(), size.nodes)
    this.#nodes.push(next)
    await this.#useNodes()
    const from = Date.now()
    // The screens hold their connections to the old nodes, so nothing else need reach the new one.
    const tried = await this.#bidAt(next, 0)
    // The first bidder may lead already; then the second does not.
    const first = tried.reason === 'bid.you_lead' ? await this.#bidAt(next, 1) : tried
    if (first.code !== CODE.ok) throw new Error(`a bid at the newer release: ${first.code} ${first.reason}`)
    this.#presses.push(first.press)
    const planted = await this.#until(UNREAD_MS, async () => (await unreadAt(old)).every(Boolean))
    if (!planted) this.#faults.push('a node of this release is ready beside entries that it cannot read')
    this.#replaced.push({ from, drainMs: 0, startMs: Date.now() - from })
    await wait(size.calmMs)
    this.#faults.push(...(await this.#decidedBy(old)))
    if (this.#faults.length === 0) say(`${old.length} nodes read entries of a newer release and decide nothing`)
  }

  /** A bid through this node, far above the prices that the others call out. */
  async #bidAt(
    { url }: TestServer,
    member = 0,
  ): Promise<{ readonly press: Press; readonly code: number; readonly reason: string }> {
    const lot = this.#session.lots.at(-1)
    if (!lot) throw new Error('a sale without lots')
    this.#planted += 1
    const price = minor(lot.startPrice + this.#planted * PLANTED_STEPS * lot.addRange)
    const [bidKey, notAfter] = [crypto.randomUUID(), Date.now() + 10_000]
    const { code, reason } = await venueOf(url, this.#session, this.#member(member)).answer(bidOrCounteroffer, {
      body: {
        scheduleTimelineId: this.#session.id,
        contractObjectId: lot.id,
        type: '1',
        price: formatMinor(price),
        bidKey,
        notAfter: new Date(notAfter).toISOString(),
      },
    })
    const state = code === CODE.ok ? 'accepted' : 'notCounted'
    return {
      press: { bidder: member + 1, lot: lot.id, price, bidKey, notAfter, state, took: 0 },
      code,
      reason: reason ?? '',
    }
  }

  /** The nodes that decide a bid though they cannot read the log; each must answer 503. */
  async #decidedBy(nodes: readonly TestServer[]): Promise<string[]> {
    const faults: string[] = []
    for (const node of nodes) {
      const { press, code, reason } = await this.#bidAt(node)
      this.#presses.push(press)
      if (code !== CODE.unavailable || reason !== 'room.unavailable') faults.push(`${code} ${reason}`)
    }
    return faults
  }

  async #until(ms: number, holds: () => Promise<boolean>): Promise<boolean> {
    for (const giveUpAt = Date.now() + ms; !(await holds()); await wait(200)) if (Date.now() > giveUpAt) return false
    return true
  }

  /** Every screen is live and has every event. */
  async #settled(): Promise<void> {
    for (const giveUpAt = Date.now() + SETTLE_MS; ; await wait(200)) {
      const answer = this.#answer()
      this.#order('report')
      this.#report = (await answer) as AudienceReport
      const { screens } = this.#report
      const newest = Math.max(...screens.map(({ seq }) => seq))
      if (screens.every(({ seq, link }) => link === 'live' && seq === newest)) return
      if (Date.now() > giveUpAt) return
    }
  }

  async judge(): Promise<Figures> {
    const { before, after, size } = this.#options
    const { screens, presses, blocks } = this.#report ?? { screens: [], presses: [], blocks: [] }
    const { attempts, changed } = await this.#attempts([...presses, ...this.#presses])
    const log = new ExportedLog()
    await log.readOn(venueOf(this.#url, this.#session, this.#session.host))
    const newest = Math.max(...screens.map(({ seq }) => seq))
    const outages = screens.flatMap((screen) => screen.outages)
    const { missing, doubled, unasked } = audit(
      attempts.filter((attempt) => !isKeptUnread(attempt, log)),
      log,
    )
    const assets = readdirSync(join(before.root, 'dist/app/assets')).filter((name) => /\.(?:js|css)$/.test(name))
    const wrong = {
      'acknowledged bids missing': missing,
      'bids doubled': doubled,
      'bids without a verdict': unasked,
      'verdicts that changed': changed,
      'breaks of the chain': log.broken,
      'outages in the log': log.entries.flatMap(({ event }) => (event.type === 'outage' ? [event.seq] : [])),
      'links taken for lost': log.entries.flatMap(({ event }) => (event.type === 'link.lost' ? [event.seq] : [])),
      'screens that are not live, or behind': screens.flatMap(({ link, seq }) =>
        link === 'live' && seq === newest ? [] : [`${link} at ${seq}`],
      ),
      'replicas that differed': screens.flatMap(({ diverged }) => diverged),
      'screens not live for longer than 3 s': this.#described(outages.filter(({ ms }) => ms > DARK_MOST_MS)),
      'old files that new nodes lack': await this.#lacking(assets),
      'decisions beside unread entries': this.#faults,
      'faults of the old tab': this.#tab?.faults ?? [],
      'old files that the tab could not load': (await this.#tab?.ask(assets.map((name) => `/assets/${name}`))) ?? [],
      'reloads of the old tab': Array.from({ length: (this.#tab?.loads() ?? 1) - 1 }, (_, i) => i + 1),
      'old tab not live for longer than 3 s': [this.#tab?.longestMs() ?? 0].filter((ms) => ms > DARK_MOST_MS),
    }
    const [longest] = outages.toSorted((a, b) => b.ms - a.ms)
    const sorted = outages.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
    const figures: Figures = {
      'from, to': `${before.name}, ${after.name}`,
      'migrations between': after.migrations.filter((name) => !before.migrations.includes(name)).join(' ') || 'none',
      'bids sent': presses.length,
      'accepted by the newer release': attempts.filter((attempt) => isKeptUnread(attempt, log)).length,
      accepted: presses.filter(({ state }) => state === 'accepted').length,
      'never counted': presses.filter(({ state }) => state === 'notCounted').length,
      'slowest answer to a bid (ms)': Math.round(Math.max(...presses.map(({ took }) => took))),
      'log entries': log.seq,
      screens: screens.length,
      'nodes replaced': this.#replaced.length,
      'drained within (ms)': Math.max(...this.#replaced.map(({ drainMs }) => drainMs)),
      'ready within (ms)': Math.max(...this.#replaced.map(({ startMs }) => startMs)),
      'times a screen was not live': outages.length,
      'not live, median, p99, longest (ms)': [at(0.5), at(0.99), at(1)].join(', '),
      'own thread of the screens blocked, longest (ms)': Math.round(Math.max(0, ...blocks.map(({ ms }) => ms))),
      'and within the longest, in all (ms)': longest ? Math.round(blockedIn(longest, blocks)) : 0,
      'the longest': longest ? this.#described([longest]).join('') : 'none',
      ...(size.tab && { 'the old tab not live, longest (ms)': Math.round(this.#tab?.longestMs() ?? 0) }),
      ...(size.tab && { 'connections of the old tab': this.#tab?.welcomes() ?? 0 }),
      ...sizes(wrong),
    }
    noneOf(wrong, figures)
    return figures
  }

  /** What the bidders were told, and what the room says now by each key. */
  async #attempts(presses: readonly Press[]): Promise<{ attempts: Attempt[]; changed: string[] }> {
    const attempts: Attempt[] = []
    const changed: string[] = []
    await inLine(presses, async (press) => {
      const { bidder, lot, price, bidKey, notAfter, state } = press
      const verdict = await again(() => venueOf(this.#url, this.#session, this.#member(bidder - 1)).verdict(bidKey))
      const now = verdict.verdict === 'unknown' ? 'notCounted' : verdict.verdict
      if (now !== state) changed.push(`${bidKey}: ${state}, now ${now}`)
      attempts.push({
        bidder,
        lot,
        price: minor(price),
        clerk: false,
        ceiling: null,
        bidKey,
        notAfter,
        calledAt: 0,
        returnedAt: 0,
        verdict: state === 'accepted' ? verdict : null,
        told: null,
      })
    })
    return { attempts, changed }
  }

  async #lacking(assets: readonly string[]): Promise<string[]> {
    const lacking: string[] = []
    for (const { url } of this.#nodes)
      await inLine(assets, async (name) => {
        const response = await fetch(`${url}/assets/${name}`)
        await response.arrayBuffer()
        if (!response.ok) lacking.push(`${name} at ${url}`)
      })
    return lacking
  }

  /** Since which moment of which replacement. */
  #described(outages: readonly Outage[]): string[] {
    return outages.map(({ from, ms, link }) => {
      const node = this.#replaced.findLastIndex((one) => from >= one.from - 100)
      const since = from - (this.#replaced[node]?.from ?? from)
      return `${Math.round(ms)} ms, ${Math.round(since)} ms after node ${node + 1} was asked to leave: ${link}`
    })
  }

  #member(bidder: number): Member {
    const member = this.#session.bidders[bidder]
    if (!member) throw new Error(`no bidder ${bidder + 1}`)
    return member
  }

  #order(order: Order): void {
    this.#audience?.postMessage(order)
  }

  async #answer(): Promise<unknown> {
    if (!this.#audience) throw new Error('no audience')
    const [answer] = (await once(this.#audience, 'message')) as unknown[]
    return answer
  }

  async end(): Promise<void> {
    await this.#tab?.leave()
    await this.#audience?.terminate()
    await this.#balancer.terminate()
    for (const node of this.#nodes) await node.kill9({ database: false })
    await this.#nodes.at(-1)?.kill9()
  }
}

/** Whether the log has the very entry that a receipt names, though in a version that this release cannot read. */
function isKeptUnread({ verdict }: Attempt, { entries }: ExportedLog): boolean {
  const body = verdict?.receipt?.body
  const entry = body && entries[body.seq - 1]
  return entry?.event.type === 'unknown' && entry.hash === body?.hash
}

/** How long the screens' thread was blocked within this outage, ms. */
const blockedIn = (outage: Outage, blocks: readonly Block[]): number =>
  blocks.reduce((sum, { from, ms }) => {
    const ends = Math.min(from + ms, outage.from + outage.ms)
    return sum + Math.max(0, ends - Math.max(from, outage.from))
  }, 0)

/** Whether each node says that it cannot serve. */
const unreadAt = (nodes: readonly TestServer[]): Promise<boolean[]> =>
  Promise.all(nodes.map(async ({ url }) => (await fetch(`${url}/readyz`)).status === 503))
