import { PDF_FOOT, PDF_HEAD } from '../../support/pdf.ts'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import * as z from 'zod'
import { start } from '../../../src/contract/calls/index.ts'
import { buildIfStale } from '../../../src/server/build.ts'
import { quiet } from '../../../src/server/logger.ts'
import { ROOT } from '../../../src/server/main.ts'
import { open as openEntry } from '../../../src/domain/log.ts'
import { openStore } from '../../../src/server/store/open.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { launchOptions } from '../../support/browser.ts'
import { openHttp2 } from '../../support/http/http2.ts'
import type { Http2Client } from '../../support/http/http2.ts'
import { formOf } from '../../support/http/upload.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'
import { visit } from '../../support/visit.ts'
import type { Visit } from '../../support/visit.ts'
import { makeWorld, venueOf } from '../../support/world.ts'
import type { WorldSession } from '../../support/world.ts'
import { registrar } from '../parts/registrar.ts'
import { noneOf } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'
import { freePort, missing, startNginx, startPostgres } from './services.ts'
import type { Service } from './services.ts'

const NAME = 'sale.example'
/** An address of this machine that only the proof's client has. */
const CLIENT = '127.0.0.9'
const FORGED = '198.51.100.66'
const PRESS_MS = 60_000
/** Between two requests of a rolling restart: nginx ends a connection after 1,000. */
const ASK_MS = 50
const MB = 1024 * 1024

export const deployed: Proof = {
  name: 'deployed',
  promise: 'Deployed by the book (nginx, PostgreSQL, two nodes), buyers bid by HTTP/2 and go on when a node is killed',
  full: (options) => prove(20, options),
  sample: (options) => prove(4, options),
}

async function prove(bids: number, { say }: Options): Promise<Figures> {
  const lacking = missing()
  if (lacking !== null) {
    say(`skipped: this machine lacks ${lacking}`)
    return { skipped: `lacks ${lacking}` }
  }
  await buildIfStale(ROOT, say)
  const folder = freshDataDir()
  const services: Service[] = []
  try {
    const repeated = await repeatedBy(folder)
    const database = await startPostgres(folder)
    services.push(database)
    const store = await openStore(
      { dataDir: folder, databaseUrl: database.url, databaseOwnerUrl: database.ownerUrl },
      quiet,
    )
    services.push({ stop: () => store.close() })
    const [session] = await makeWorld(store, { bidders: 2, lots: 3 })
    if (!session) throw new Error('a world without a session')
    const ports = [await freePort(), await freePort()] as const
    const proxy = await startNginx(folder, NAME, ports)
    services.push(proxy)
    const url = `https://${NAME}:${proxy.port}`
    const nodeAt = (i: 0 | 1): Promise<TestServer> =>
      startServer({
        dataDir: folder,
        port: ports[i],
        env: {
          DEMO: '0',
          NODE_ID: `node-${i + 1}`,
          DATABASE_URL: database.url,
          DATABASE_OWNER_URL: database.ownerUrl,
          PUBLIC_URL: `${url},http://127.0.0.1:${ports[0]}`,
          TRUST_PROXY: '127.0.0.1',
          LOG_LEVEL: 'info',
        },
      })
    const nodes = [await nodeAt(0), await nodeAt(1)] as [TestServer, TestServer]
    services.push({ stop: () => end(nodes) })
    await venueOf(nodes[0].url, session, session.host).accepted(start, { biddingSeconds: 86_400 })
    say('uploads and addresses')
    const carried = await carry(`https://127.0.0.1:${proxy.port}`, { url, ca: proxy.ca, store })
    const believed = nodes.filter(({ log }) => log.includes(`"ip":"${CLIENT}"`)).length
    const forged = nodes.filter(({ log }) => log.includes(FORGED)).length

    const browser = await chromium.launch(withName())
    services.push({ stop: () => browser.close() })
    say('sign-in in a browser')
    const protocols = await signIn(browser, url, store)
    say('bids, with each node killed once')
    const run = await bidThrough(browser, { url, session, nodes, nodeAt, bids })
    const inLog = await bidsIn(store, session.id)
    say('a rolling restart')
    nodes[1] = await nodeAt(1)
    const refused = await rollThrough(`https://127.0.0.1:${proxy.port}`, { url, ca: proxy.ca, nodes, nodeAt })
    const figures: Figures = {
      'answers by h2': protocols.h2,
      'MB uploaded through nginx': (carried.bytes / MB).toFixed(1),
      'accepted bids': run.leads,
      'nodes killed': 2,
      'live connections resumed by what they missed': run.resumed,
      'longest from a kill to the next accepted bid (ms)': Math.round(run.slowest),
    }
    noneOf(
      {
        'answers not by h2': protocols.other,
        'uploads not stored': carried.failed,
        'client addresses lost': believed === 0 ? 1 : 0,
        'forged addresses believed': forged,
        'POSTs repeated at the other node': repeated.posts - 1,
        'GETs not repeated': 2 - repeated.gets,
        'bids lost or doubled': Math.abs(inLog - run.leads),
        'clients that did not come back': run.resumed === 0 ? 1 : 0,
        'pages loaded anew': run.reloads,
        'requests refused in a rolling restart': refused,
      },
      figures,
    )
    return figures
  } finally {
    for (const service of services.reverse()) await service.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function end(nodes: readonly TestServer[]): Promise<void> {
  for (const node of nodes) if (node.ended === null) await node.stop({ keep: true })
}

/** The browser finds the name at this machine, and takes the certificate as it is. */
function withName() {
  const { args, ...rest } = launchOptions()
  return { ...rest, args: [...args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`, '--ignore-certificate-errors'] }
}

/** Two servers that take a request and break off: how often nginx sends each kind. */
async function repeatedBy(folder: string): Promise<{ posts: number; gets: number }> {
  const counts = { posts: 0, gets: 0 }
  const breaking = async (): Promise<Server> => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (bytes) => {
        if (bytes.toString('latin1').startsWith('POST')) counts.posts += 1
        else counts.gets += 1
        socket.resetAndDestroy()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const servers = [await breaking(), await breaking()]
  const [first, second] = servers.map((server) => (server.address() as AddressInfo).port)
  const proxy = await startNginx(folder, NAME, [first ?? 0, second ?? 0])
  try {
    for (const method of ['POST', 'GET']) {
      const client = await openHttp2(`https://127.0.0.1:${proxy.port}`, proxy.ca)
      await client.ask('/prod-api/auth/login', { method, ...(method === 'POST' && { body: '{}' }) })
      await client.close()
    }
    return counts
  } finally {
    await proxy.stop()
    servers.forEach((server) => server.close())
  }
}

const Answer = z.object({ code: z.number(), data: z.object({ access_token: z.string() }).optional() })
const answerOf = ({ body }: { readonly body: Buffer }) => Answer.parse(JSON.parse(body.toString()))

/** A form with five large files, and a resumable upload in chunks, by HTTP/2. */
async function carry(
  at: string,
  { url, ca, store }: { readonly url: string; readonly ca: string; readonly store: Store },
): Promise<{ bytes: number; failed: number }> {
  const client = await openHttp2(at, ca, { localAddress: CLIENT })
  try {
    const authority = new URL(url).host
    const ask: Http2Client['ask'] = (path, options = {}) =>
      client.ask(path, {
        ...options,
        headers: { ':authority': authority, 'x-forwarded-for': FORGED, ...options.headers },
      })
    const person = await (await registrar(store))()
    const signedIn = await ask('/prod-api/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    const bearer = { authorization: `Bearer ${answerOf(signedIn).data?.access_token}` }
    const pdf = Buffer.concat([PDF_HEAD, randomBytes(5 * MB - PDF_HEAD.length - PDF_FOOT.length), PDF_FOOT])
    const form = formOf(Array.from({ length: 5 }, (_, i) => ({ name: `papers-${i}.pdf`, bytes: pdf })))
    const sent = await ask('/prod-api/common/upload', {
      method: 'POST',
      headers: { ...form.headers, ...bearer },
      body: form.payload,
    })
    const tus = { ...bearer, 'tus-resumable': '1.0.0' }
    const metadata = {
      filename: 'papers.pdf',
      kind: 'document',
      sha256: createHash('sha256').update(pdf).digest('hex'),
    }
    const begun = await ask('/prod-api/common/uploads', {
      method: 'POST',
      headers: {
        ...tus,
        // As browsers say it; nginx would pass a body of unknown length on.
        'content-length': 0,
        'upload-length': pdf.length,
        'upload-metadata': Object.entries(metadata)
          .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
          .join(','),
      },
      body: '',
    })
    const statuses: number[] = []
    for (let offset = 0; offset < pdf.length; offset += 256 * 1024) {
      const { status } = await ask(String(begun.headers.location), {
        method: 'PATCH',
        headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': offset },
        body: pdf.subarray(offset, offset + 256 * 1024),
      })
      statuses.push(status)
    }
    const isStored = statuses.at(-1) === 200 && statuses.slice(0, -1).every((status) => status === 204)
    return { bytes: 6 * pdf.length, failed: (answerOf(sent).code === 200 ? 0 : 5) + (isStored ? 0 : 1) }
  } finally {
    await client.close()
  }
}

/** Signs in by the form; how many of the page's answers came by HTTP/2. */
async function signIn(browser: Browser, url: string, store: Store): Promise<{ h2: number; other: string[] }> {
  const person = await (await registrar(store))()
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto(`${url}/login`)
  await page.locator('[name=account]').fill(person.account)
  await page.locator('[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((at) => at.pathname !== '/login', { timeout: PRESS_MS })
  const seen = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map((entry) => ({
      name: entry.name,
      protocol: (entry as PerformanceResourceTiming).nextHopProtocol,
    })),
  )
  await context.close()
  // Images inside the page itself have no protocol.
  const asked = seen.filter(({ name }) => name.startsWith('https:'))
  return {
    h2: asked.filter(({ protocol }) => protocol === 'h2').length,
    other: asked.filter(({ protocol }) => protocol !== 'h2').map(({ name, protocol }) => `${protocol} ${name}`),
  }
}

interface Bidding {
  readonly url: string
  readonly session: WorldSession
  readonly nodes: [TestServer, TestServer]
  readonly nodeAt: (i: 0 | 1) => Promise<TestServer>
  readonly bids: number
}

/** Two buyers outbid each other on one lot; meanwhile each node is killed once, and the first started again. */
async function bidThrough(browser: Browser, { url, session, nodes, nodeAt, bids }: Bidding) {
  const visits: Visit[] = []
  for (const member of session.bidders) visits.push(await visit(browser, { url, session, member }))
  let [leads, slowest] = [0, 0]
  const round = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      await lead(visits[leads % visits.length]!.page)
      leads += 1
    }
  }
  await round(bids)
  for (const i of [0, 1] as const) {
    await nodes[i].kill9({ database: false })
    const since = performance.now()
    await round(1)
    slowest = Math.max(slowest, performance.now() - since)
    await round(bids)
    if (i === 0) nodes[i] = await nodeAt(i)
  }
  const again = visits.flatMap(({ recovered }) => recovered.slice(1))
  return {
    leads,
    slowest,
    resumed: again.filter(Boolean).length,
    reloads: visits.reduce((sum, { loads }) => sum + loads() - 1, 0),
  }
}

interface Rolling extends Pick<Bidding, 'url' | 'nodes' | 'nodeAt'> {
  readonly ca: string
}

/** Each node is asked to leave and started again, the second as soon as the first is ready, under steady requests. */
async function rollThrough(at: string, { url, ca, nodes, nodeAt }: Rolling): Promise<string[]> {
  const client = await openHttp2(at, ca)
  const refused: string[] = []
  let going = true
  const asking = (async () => {
    while (going) {
      const { status } = await client.ask('/', { headers: { ':authority': new URL(url).host } })
      if (status !== 200) refused.push(`answered with ${status}`)
      await wait(ASK_MS)
    }
  })()
  for (const i of [0, 1] as const) {
    await nodes[i].stop({ keep: true })
    nodes[i] = await nodeAt(i)
  }
  going = false
  await asking
  await client.close()
  return refused
}

/** Presses the bid button until the buyer leads. */
async function lead(page: Page): Promise<void> {
  const button = page.locator('button[data-kind]').first()
  const giveUpAt = Date.now() + PRESS_MS
  const kind = () => button.getAttribute('data-kind')
  while ((await kind()) !== 'leading') {
    if (Date.now() > giveUpAt) throw new Error(`no lead within ${PRESS_MS / 1000} s; the button says ${await kind()}`)
    if (['canBid', 'outbid'].includes((await kind()) ?? '')) await button.click({ timeout: PRESS_MS })
    await until(async () => !['sending', 'checking'].includes((await kind()) ?? ''))
    await page.waitForTimeout(50)
  }
}

async function bidsIn({ log }: Store, id: string): Promise<number> {
  const tail = await log.readTail(id, 0, 100_000)
  return tail.filter(({ entry, openings }) => openEntry(entry, openings).type === 'bid').length
}
