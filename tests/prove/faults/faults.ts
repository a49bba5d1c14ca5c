import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { receiptKeys, start } from '../../../src/contract/calls/index.ts'
import { verifyReceipt } from '../../../src/server/receipt.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { storeOf } from '../../support/reader.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { venueOf, worldIn } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import { audit, resolve } from '../parts/audit.ts'
import { Crowd } from '../parts/crowd.ts'
import { ExportedLog } from '../parts/exported.ts'
import { Market } from '../parts/market.ts'
import { noneOf, Skipped } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { FAULTS } from './kinds.ts'
import type { Fault } from './kinds.ts'
import { Watcher } from './watcher.ts'

interface Size {
  readonly faults: readonly Fault[]
  /** How long each lasts, ms. */
  readonly lastsMs: number
}

const BIDDERS = 50
/** The first lots are bid on. The others get no bid: one is due every few seconds, also during a fault. */
const BID_ON = 8
const QUIET = 120
const STAGGER_S = 3
const BIDDING_S = 30
const LIFE_MS = 3_000
/** With the time in which a busy machine reads the clock. */
const TOLD_MOST_MS = 8_000 + 250
const STATUS_MOST_MS = 5_000
const BACK_MOST_MS = 60_000
const DISK_MB = 600

export const faults: Proof = {
  name: 'faults',
  promise: 'Nothing is decided while no bid can be taken, every screen is told, and no acknowledged bid is lost',
  full: (options) => prove({ faults: FAULTS, lastsMs: 20_000 }, options),
  sample: (options) =>
    prove({ faults: FAULTS.filter(({ name }) => name === 'database read-only'), lastsMs: 12_000 }, options),
}

/** A fault as it was lived through; times by the wall clock unless they are spans. */
interface Lived {
  readonly name: string
  readonly from: number
  /** The first bid that was accepted after it. */
  readonly to: number
  /** Bids accepted while it lasted. */
  readonly accepted: number
  readonly toldMs: number
  readonly readyMs: number
  readonly statusMs: number
}

async function prove({ faults: list, lastsMs }: Size, { seed, say }: Options): Promise<Figures> {
  const dataDir = freshDataDir()
  const small = mounted(dataDir)
  let server: TestServer | null = null
  try {
    const [session] = await worldIn(dataDir, {
      bidders: BIDDERS,
      lots: QUIET + BID_ON,
      rule: { staggerSeconds: STAGGER_S },
    })
    if (!session) throw new Error('a world without a session')
    server = await startServer({ dataDir, env: { DEMO: '0' } })
    return await live(server, session, { faults: list, lastsMs }, seed, say)
  } finally {
    await server?.kill9()
    if (small) execFileSync('umount', ['--lazy', dataDir])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A disk of its own that is small enough to be filled. */
function mounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch (error) {
    throw new Skipped(`a full disk needs a disk of its own, and none can be mounted: ${String(error)}`)
  }
}

async function live(
  server: TestServer,
  session: WorldSession,
  { faults: list, lastsMs }: Size,
  seed: number,
  say: (line: string) => void,
): Promise<Figures> {
  const store = await storeOf(server.dataDir)
  await venueOf(server.url, session, session.host).accepted(start, { biddingSeconds: BIDDING_S })
  const crowd = new Crowd(session.bidders, {
    session,
    market: new Market(session.lots.slice(0, BID_ON), seeded(seed)),
    urlOf: () => server.url,
    lifeMs: LIFE_MS,
    pauseMs: 500,
  })
  const watchers = [session.audience, session.seller, session.host].map(
    (member) => new Watcher(server.url, session, member),
  )
  const lived: Lived[] = []
  try {
    // From then on lots are due.
    await wait((BID_ON * STAGGER_S + BIDDING_S) * 1_000)
    for (const fault of list) {
      await crowd.until(crowd.accepted + 100)
      await until(() => watchers.every(({ since }) => since === null), BACK_MOST_MS, 'the screens are live')
      lived.push(await through(fault, { server, store }, crowd, watchers, lastsMs))
      const { name, toldMs, readyMs, statusMs, accepted } = lived.at(-1)!
      say(
        `${name}: told after ${seconds(toldMs)}, /readyz ${seconds(readyMs)}, /status ${seconds(statusMs)}; ${accepted} bids accepted meanwhile`,
      )
    }
    await crowd.until(crowd.accepted + 100)
  } finally {
    await Promise.all(watchers.map((watcher) => watcher.stop()))
    await crowd.stop()
    await store.close()
  }
  const venue = (bidder: number) => venueOf(server.url, session, session.bidders[bidder - 1] ?? session.host)
  const attempts = crowd.attempts
  await resolve(attempts, venue)
  const log = new ExportedLog()
  await log.readOn(venueOf(server.url, session, session.host))
  const { rows: keys } = await venue(1).call(receiptKeys, {})
  const { missing, doubled, unasked } = audit(attempts, log)
  const decided = log.entries.flatMap(({ event }) =>
    event.type === 'lot.sold' || event.type === 'lot.unsold' ? [event] : [],
  )
  const during = lived.flatMap(({ name, from, to, accepted }) =>
    accepted > 0 ? [] : decided.filter(({ at }) => at > from && at < to).map(({ lot }) => `${lot}: ${name}`),
  )
  const figures: Figures = {
    bidders: BIDDERS,
    faults: lived.length,
    'bids acknowledged': attempts.filter(({ verdict }) => verdict !== null).length,
    'bids accepted': crowd.accepted,
    'lots decided in all': decided.length,
    ...Object.fromEntries(
      lived.map(({ name, toldMs, readyMs, statusMs, accepted }) => [
        `${name}: told, /readyz, /status (s)`,
        accepted > 0 ? `bids went on: ${accepted} accepted` : [toldMs, readyMs, statusMs].map(seconds).join(', '),
      ]),
    ),
  }
  const late = (of: 'toldMs' | 'readyMs' | 'statusMs', most: number) =>
    lived.flatMap((one) => (one.accepted === 0 && one[of] > most ? [`${one.name}: ${seconds(one[of])}`] : []))
  noneOf(
    {
      'acknowledged bids missing': missing,
      'bids doubled': doubled,
      'bids without a verdict': unasked,
      'lots decided while no bid could be taken': during,
      'breaks of the chain': log.broken,
      'receipts that do not verify': attempts.filter(
        ({ verdict }) => verdict?.receipt && !verifyReceipt(verdict.receipt, keys),
      ),
      'screens told too late': late('toldMs', TOLD_MOST_MS),
      '/readyz untrue for too long': late('readyMs', STATUS_MOST_MS),
      '/status untrue for too long': late('statusMs', STATUS_MOST_MS),
    },
    figures,
  )
  return figures
}

async function through(
  fault: Fault,
  scene: Parameters<Fault['begin']>[0],
  crowd: Crowd,
  watchers: readonly Watcher[],
  lastsMs: number,
): Promise<Lived> {
  const { server } = scene
  const [from, since] = [Date.now(), performance.now()]
  await fault.begin(scene)
  // Bids that were under way when it began may still be answered.
  const settled = wait(1_000).then(() => crowd.accepted)
  const readyMs = firstly(async () => (await text(`${server.url}/readyz`)) !== 'ready\n', since, lastsMs)
  const statusMs = firstly(
    async () => !(await text(`${server.url}/status?lang=en`)).includes('<main data-state="good">'),
    since,
    lastsMs,
  )
  const told: number[] = []
  await wait(lastsMs - (performance.now() - since))
  for (const watcher of watchers) told.push(watcher.since === null ? Infinity : watcher.since - since)
  const before = await settled
  const accepted = crowd.accepted - before
  await fault.end(scene)
  await until(() => crowd.accepted > before, BACK_MOST_MS, `bids are taken again after: ${fault.name}`)
  return {
    name: fault.name,
    from,
    to: Date.now(),
    accepted,
    toldMs: Math.max(...told),
    readyMs: await readyMs,
    statusMs: await statusMs,
  }
}

/** Until this holds, ms since; infinite: it did not hold within the time. */
async function firstly(holds: () => Promise<boolean>, since: number, within: number): Promise<number> {
  while (performance.now() - since < within) {
    if (await holds()) return performance.now() - since
    await wait(100)
  }
  return Infinity
}

/** The answer; what a load balancer or a reader that gets none sees: nothing. */
const text = (url: string): Promise<string> =>
  fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: 'close' } }).then(
    (answer) => answer.text(),
    () => '',
  )

async function until(holds: () => boolean, within: number, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + within; !holds(); await wait(20))
    if (performance.now() > giveUpAt) throw new Error(`not within ${within / 1_000} s: ${what}`)
}

const seconds = (time: number): string => (Number.isFinite(time) ? `${(time / 1_000).toFixed(1)} s` : 'never')
