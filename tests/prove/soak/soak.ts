import { rmSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { CDPSession } from '@playwright/test'
import * as calls from '../../../src/contract/calls/index.ts'
import { CODE } from '../../../src/contract/codes.ts'
import { COOKIES } from '../../../src/contract/constants.ts'
import { buildIfStale } from '../../../src/server/build.ts'
import { ROOT } from '../../../src/server/main.ts'
import { start } from '../../bench/parts/rpc.ts'
import type { Process } from '../../bench/parts/rpc.ts'
import { median } from '../../bench/parts/numbers.ts'
import { launchOptions } from '../../support/browser.ts'
import { Api, login } from '../../support/client.ts'
import type { Person } from '../../support/client.ts'
import { freshDataDir } from '../../support/server.ts'
import { placeEmptyStore } from '../../support/store/empty.ts'
import { noneOf } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { fastPage } from './fast.ts'
import type { SoakNode } from './node.ts'

const MINUTE_MS = 60_000
/** Number of measurements during the sale. */
const MOST_LOOKS = 48
/** Growth from the second quarter to the last beyond this factor (and `LITTLE`) is not flat. */
const FLAT = 1.1
const LITTLE = 2_000_000
/** Of one account at once; the eleventh would end the first. */
const AT_ONCE = 8
/** Bytes that a join may leave behind: a page that V8 has not given back, divided by the joins. */
const JOIN_LEAVES = 300
/** Kept-alive connections of sign-ins close this long after. */
const KEPT_ALIVE_MS = 6_000
/**
 * The sale continues while objects are counted: robots think, and the database pool varies by a connection with its
 * socket, timers and emitters; a few more or less are theirs. Where there are more, the server is looked at again, for
 * each count takes seconds. Live connections must match exactly.
 */
const LOOKS = 3
const LOOK_EVERY_MS = 500
const NOISE = 50

export const soak: Proof = {
  name: 'soak',
  promise: 'A long sale costs no more at its end than after its beginning, and who leaves takes everything along',
  full: (options) => prove({ minutes: 240, times: 20, joins: 1_000, tab: true }, options),
  // With 120 joins a leak of those that leave without a word alone, one in two, still shows above the noise.
  sample: (options) => prove({ minutes: 0.2, times: 4, joins: 120, tab: false }, options),
}

interface Extent {
  /** Of the sale. */
  readonly minutes: number
  /** Factor of the fast clock; the limits of joining clients are faster too, so it is low on a busy machine. */
  readonly times: number
  readonly joins: number
  readonly tab: boolean
}
interface Look {
  readonly server: number
  readonly tab: number
  readonly nodes: number
  readonly listeners: number
}

async function prove({ minutes, times, joins, tab }: Extent, { say }: Options): Promise<Figures> {
  const looksDue = Math.min(MOST_LOOKS, Math.ceil(minutes))
  if (tab) await buildIfStale(ROOT, say)
  const dataDir = freshDataDir()
  await placeEmptyStore(dataDir)
  const epoch = Date.now()
  const node = await start<SoakNode>(
    new URL('node.ts', import.meta.url),
    ['--expose-gc'],
    [dataDir, String(times), String(epoch), String(Math.ceil(minutes) + 20)],
  )
  try {
    const url = `http://127.0.0.1:${await node.ask('port')}`
    const person = await login(url, 'buyer1')
    const session = await practiceOf(url, person)
    const page = tab ? await watch(url, session, person, { times, epoch }) : await follow(session, person)
    const looks: Look[] = []
    let left: Left | null = null
    try {
      for (let i = 0; i < looksDue; i++) {
        await wait((minutes * MINUTE_MS) / times / looksDue)
        looks.push({ server: (await node.ask('memory')).heap, ...(await page.look()) })
        if (i % 6 === 5)
          say(
            `${Math.round((minutes * (i + 1)) / looksDue)} min of the sale: server ${mb(looks.at(-1)?.server)} MB, tab ${mb(looks.at(-1)?.tab)} MB, event ${await page.seq()}`,
          )
      }
      // While a person watches, so that the robots neither come nor go.
      left = await joinAndLeave(url, session, node, joins)
    } finally {
      await page.leave()
    }
    const events = await page.seq()
    if (left === null) throw new Error('no client came')
    const growth = { server: grown(looks.map((look) => look.server)), tab: grown(looks.map((look) => look.tab)) }
    const figures: Figures = {
      'minutes of the sale': minutes,
      'times as fast': times,
      'events of the sale': events,
      'server after warm-up (MB)': mb(growth.server.early),
      'server at the end (MB)': mb(growth.server.late),
      ...(tab && {
        'tab after warm-up (MB)': mb(growth.tab.early),
        'tab at the end (MB)': mb(growth.tab.late),
        'elements in the tab': looks.at(-1)?.nodes ?? 0,
        'listeners in the tab': looks.at(-1)?.listeners ?? 0,
      }),
      'joined and left': joins,
      'more live connections than before': left.live,
      'more timers': left.timers,
      'more emitters': left.emitters,
      'bytes a join': left.bytes,
    }
    noneOf(
      {
        ...(minutes >= 60 && {
          'the server grows': growth.server.flat ? 0 : 1,
          'the tab grows': growth.tab.flat ? 0 : 1,
          'bytes left by a join': left.bytes > JOIN_LEAVES ? 1 : 0,
        }),
        'live connections left behind': Math.max(0, left.live),
        'left behind': isMany(left) ? 1 : 0,
      },
      figures,
    )
    return figures
  } finally {
    await node.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const mb = (bytes: number | undefined): string => ((bytes ?? 0) / 1e6).toFixed(1)

/** Medians of the second quarter and of the last: the first is the warm-up. */
function grown(values: readonly number[]): { early: number; late: number; flat: boolean } {
  const quarter = Math.max(1, Math.floor(values.length / 4))
  const [early, late] = [median(values.slice(quarter, 2 * quarter)), median(values.slice(-quarter))]
  return { early, late, flat: late <= early * FLAT || late - early <= LITTLE }
}

/** Once it can be entered. */
async function practiceOf(url: string, person: Person): Promise<string> {
  for (; ; await wait(200)) {
    const { rows } = await new Api(url).call(calls.scheduleList, { query: { practice: 'true' } })
    const id = rows.flatMap(({ timelines }) => timelines).at(0)?.scheduleTimelineId
    if (id !== undefined && (await person.answer(calls.ticket, { body: { scheduleTimelineId: id } })).code === CODE.ok)
      return id
  }
}

interface Watching {
  look(): Promise<Omit<Look, 'server'>>
  seq(): Promise<number>
  leave(): Promise<void>
}

/** A person must be present, or the robots rest. */
async function follow(session: string, person: Person): Promise<Watching> {
  const live = await (await person.enter(session)).live()
  return {
    look: async () => Promise.resolve({ tab: 0, nodes: 0, listeners: 0 }),
    seq: async () => Promise.resolve(live.seq),
    async leave() {
      live.socket.close()
      await live.gone
    },
  }
}

/** A real tab in the room, all the time in one document. */
async function watch(
  url: string,
  session: string,
  person: Person,
  clock: Parameters<typeof fastPage>[0],
): Promise<Watching> {
  const venue = await person.enter(session)
  const browser = await chromium.launch(launchOptions())
  const context = await browser.newContext()
  const info = {
    scheduleTimelineId: session,
    identityType: venue.identityType,
    biddingNumber: venue.biddingNumber,
    sellerCode: venue.sellerCode,
  }
  const cookies = {
    [COOKIES.sellerToken]: person.token,
    [COOKIES.venueToken]: venue.token,
    [COOKIES.identity]: String(venue.identityType),
    [COOKIES.venueInfo]: JSON.stringify(info),
  }
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value: encodeURIComponent(value ?? ''), url })),
  )
  await context.addInitScript(fastPage, clock)
  const page = await context.newPage()
  let loads = 0
  let seq = 0
  page.on('load', () => {
    loads += 1
  })
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      seq = Math.max(seq, ...[...String(payload).matchAll(/"seq":(\d+)/g)].map(([, digits]) => Number(digits)))
    }),
  )
  await page.goto(`${url}/venue/detail?scheduleTimelineId=${session}`)
  await page.getByRole('main').waitFor()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  return {
    look: () => heapOf(devtools),
    seq: async () => Promise.resolve(seq),
    async leave() {
      await browser.close()
      if (loads !== 1) throw new Error(`the tab was loaded ${loads} times`)
      if (seq === 0) throw new Error('the tab saw no sale')
    },
  }
}

async function heapOf(devtools: CDPSession): Promise<Omit<Look, 'server'>> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
  return { tab: of('JSHeapUsedSize'), nodes: of('Nodes'), listeners: of('JSEventListeners') }
}

/** Joins and leaves, with and without a close; then live objects in the server are counted. */
async function joinAndLeave(url: string, session: string, node: Process<SoakNode>, joins: number) {
  const people = await Promise.all(
    ['buyer2', 'buyer3', 'audience1'].map(async (account) => (await login(url, account)).enter(session)),
  )
  async function comeAndGo(times: number): Promise<void> {
    for (let i = 0; i < times; i += AT_ONCE) {
      await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, k) => {
          const live = await people[(i + k) % people.length]?.live()
          if (live === undefined) return
          if (k % 2 === 0) live.socket.close()
          else live.socket.terminate()
          await live.gone
        }),
      )
    }
  }
  const there = await connections(url)
  // Creates objects that are made once, for the first client.
  await comeAndGo(joins / 2)
  await quietAgain(url, there)
  const before = await node.ask('left')
  await comeAndGo(joins)
  await quietAgain(url, there)
  let more = moreIn(await node.ask('left'), before)
  for (let look = 1; look < LOOKS && (more.live > 0 || isMany(more)); look++) {
    await wait(LOOK_EVERY_MS)
    const again = moreIn(await node.ask('left'), before)
    more = {
      live: Math.min(more.live, again.live),
      timers: Math.min(more.timers, again.timers),
      emitters: Math.min(more.emitters, again.emitters),
      heap: Math.min(more.heap, again.heap),
    }
  }
  const { live, timers, emitters, heap } = more
  return { live, timers, emitters, bytes: Math.round(heap / joins) }
}

const moreIn = (after: LeftInServer, before: LeftInServer): LeftInServer => ({
  live: after.live - before.live,
  timers: after.timers - before.timers,
  emitters: after.emitters - before.emitters,
  heap: after.heap - before.heap,
})
const isMany = ({ timers, emitters }: Pick<LeftInServer, 'timers' | 'emitters'>): boolean =>
  Math.max(timers, emitters) > NOISE

type LeftInServer = Awaited<ReturnType<SoakNode['left']>>
type Left = Awaited<ReturnType<typeof joinAndLeave>>

async function connections(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^live_connections (\d+)$/m.exec(text)?.[1])
}

/** Waits until the number of connections is as before and delayed cleanup is done. */
async function quietAgain(url: string, there: number): Promise<void> {
  for (let quiet = 0; quiet < KEPT_ALIVE_MS; await wait(100))
    quiet = (await connections(url)) <= there ? quiet + 100 : 0
}
