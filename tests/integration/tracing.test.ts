import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { bidOrCounteroffer, ceilingSet, start } from '../../src/contract/calls/index.ts'
import { API_BASE } from '../../src/contract/constants.ts'
import { readConfig } from '../../src/server/config.ts'
import { openNode, type Running } from '../../src/server/main.ts'
import { quiet } from '../../src/server/logger.ts'
import { openStore } from '../../src/server/store/open.ts'
import { idsOf } from '../../src/server/tracing/otel.ts'
import { openTracing } from '../../src/server/tracing/open.ts'
import { LiveClient } from '../support/room/live.ts'
import { temporaryFolder } from '../support/store/temporary.ts'
import { until } from '../support/until.ts'
import { venueOf, worldIn, type WorldSession } from '../support/world.ts'

const Value = z.object({ stringValue: z.string().optional(), intValue: z.union([z.number(), z.string()]).optional() })
const Attributes = z.array(z.object({ key: z.string(), value: Value }))
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: Attributes,
  links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
})
const Export = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
})
type Received = z.infer<typeof Span> & { readonly node: string }

const CALLERS = { trace: 'c'.repeat(32), span: 'd'.repeat(16) }
/** In no attribute: prices, ceilings, keys, people, lots. */
const PRICE = '1010.00'
const CEILING = '7770.00'

let raw = ''
const spans: Received[] = []
/** A collector: takes spans as OTLP over HTTP, in JSON. */
const collector = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    raw += `${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}\n`
    for (const { resource, scopeSpans } of Export.parse(JSON.parse(body)).resourceSpans) {
      const node = resource.attributes.find(({ key }) => key === 'service.instance.id')?.value.stringValue ?? ''
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, node }))))
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

const folder = temporaryFolder()
const nodes: Running[] = []
const viewers: LiveClient[] = []
const bidKey = randomUUID()
let session: WorldSession
let answered: string
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const [made] = await worldIn(folder.path, { bidders: 2, lots: 2 })
  if (!made) throw new Error('a world without a session')
  session = made
  const { port: at } = collector.address() as AddressInfo
  for (const NODE_ID of ['node-a', 'node-b'])
    nodes.push(
      await openNode(
        readConfig({
          PORT: '0',
          DATA_DIR: folder.path,
          DEMO: '0',
          LOG_LEVEL: 'silent',
          NODE_ID,
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${at}`,
        }),
      ),
    )
  await journey()
})
afterAll(async () => {
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
  collector.close()
  folder.remove()
})

/** A bid through the first node, seen by a viewer on each, and answered by a ceiling. The nodes then send their spans. */
async function journey(): Promise<void> {
  const [a] = nodes
  const [first, second] = session.bidders
  const [lot] = session.lots
  if (!a || !first || !second || !lot) throw new Error('a world without people')
  const url = `http://127.0.0.1:${a.port}`
  await venueOf(url, session, session.host).accepted(start, { biddingSeconds: 600 })
  await venueOf(url, session, second).accepted(ceilingSet, {
    contractObjectId: lot.id,
    amount: CEILING,
    mode: 'standing',
    bidKey: randomUUID(),
    notAfter: new Date(Date.now() + 9_900).toISOString(),
  })
  for (const { port } of nodes) {
    const viewer = new LiveClient(port, { timelineId: session.id, token: session.audience.venueToken })
    await viewer.welcome()
    viewers.push(viewer)
  }
  const answer = await fetch(url + API_BASE + bidOrCounteroffer.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${first.venueToken}`,
      traceparent: `00-${CALLERS.trace}-${CALLERS.span}-01`,
    },
    body: JSON.stringify({
      type: '1',
      scheduleTimelineId: session.id,
      contractObjectId: lot.id,
      price: PRICE,
      bidKey,
      notAfter: new Date(Date.now() + 9_900).toISOString(),
    }),
  })
  answered = await answer.text()
  if (!answered.includes('"verdict":"accepted"')) throw new Error(answered)
  for (const viewer of viewers)
    await until(() => viewer.events.filter(({ type }) => type === 'bid').length >= 2 || null)
  // Viewers go before the nodes, so that the spans of what they were told are complete.
  await Promise.all(viewers.map((viewer) => viewer.end()))
  await Promise.all(nodes.splice(0).map((node) => node.stop()))
}

const valueOf = (span: Received | undefined, key: string) =>
  span?.attributes.find((attribute) => attribute.key === key)?.value

test('the spans of one bid are one trace across both nodes, whose ids follow from its place in the log', () => {
  expect(answered).toContain('"verdict":"accepted"')
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId)
  expect(roots.map(({ name, node }) => [name, node])).toEqual([['bid', 'node-a']])
  const [root] = roots
  expect(idsOf(session.id, Number(valueOf(root, 'timber.seq')?.intValue))).toEqual({
    traceId: root!.traceId,
    spanId: root!.spanId,
  })
  expect(valueOf(root, 'timber.outcome')).toMatchObject({ stringValue: 'accepted' })
  const children = spans.filter((span) => span !== root)
  expect(new Set(children.map(({ traceId }) => traceId))).toEqual(new Set([root!.traceId]))
  expect(new Set(children.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([root!.spanId]))
  expect(children.map(({ name, node }) => `${name} ${node}`).toSorted()).toEqual([
    'bid.admit node-a',
    'bid.answer node-a',
    'bid.append node-a',
    'bid.await_append node-a',
    'bid.decide node-a',
    'bid.press node-a',
    'bid.tell node-a',
    'bid.tell node-b',
    'bid.wait node-a',
  ])
})

test('its steps follow one after the other, between the press and the answer', () => {
  const named = (name: string) => spans.find((span) => span.name === name)!
  const steps = ['press', 'admit', 'wait', 'decide', 'await_append', 'append', 'answer'].map((name) =>
    named(`bid.${name}`),
  )
  for (const [i, step] of steps.entries()) {
    expect(step.endTimeUnixNano).toBeGreaterThanOrEqual(step.startTimeUnixNano)
    if (i > 0) expect(step.startTimeUnixNano).toBe(steps[i - 1]!.endTimeUnixNano)
  }
  expect(named('bid').startTimeUnixNano).toBe(steps[1]!.startTimeUnixNano)
  expect(named('bid').endTimeUnixNano).toBe(steps.at(-1)!.endTimeUnixNano)
  const pressed = Number(steps[0]!.endTimeUnixNano - steps[0]!.startTimeUnixNano) / 1e6
  expect(pressed).toBeGreaterThan(50)
})

test('a caller’s own span is linked, not followed', () => {
  const [root] = spans.filter(({ name }) => name === 'bid')
  expect(root!.links).toMatchObject([{ traceId: CALLERS.trace, spanId: CALLERS.span }])
  expect(root!.traceId).not.toBe(CALLERS.trace)
})

test('no secret and no person is in what leaves, and the ceiling’s bid is not in it', () => {
  const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
  expect([...keys].toSorted()).toEqual([
    'http.response.status_code',
    'timber.connections',
    'timber.outcome',
    'timber.seq',
    'timber.session',
  ])
  const { bidders, host, lots } = session
  const people = [host, ...bidders].flatMap(({ account, venueToken, sellerToken }) => [
    account,
    venueToken,
    sellerToken,
  ])
  for (const secret of [PRICE, '101000', CEILING, '777000', bidKey, 'company', ...people, ...lots.map(({ id }) => id)])
    expect(raw).not.toContain(secret)
  expect(spans.filter(({ name }) => name === 'bid.tell')).toHaveLength(2)
})

test('nothing of a trace is in what viewers receive, nor in the log', async () => {
  const [{ traceId, spanId } = { traceId: '', spanId: '' }] = spans.filter(({ name }) => name === 'bid')
  expect(traceId).toHaveLength(32)
  const store = await openStore({ dataDir: folder.path, databaseUrl: null }, quiet)
  const log = JSON.stringify(await store.log.readTail(session.id, 0, 1_000))
  await store.close()
  const told = viewers.map(({ texts }) => texts.join('\n')).join('\n')
  for (const id of [traceId, spanId, CALLERS.trace, CALLERS.span])
    for (const text of [told, log]) expect(text).not.toContain(id)
})

test('without a collector there is no tracing', async () => {
  const config = readConfig({})
  expect(
    await openTracing(config, {
      clock: {
        now: () => {
          throw new Error('asked')
        },
      },
      version: '1',
    }),
  ).toBeNull()
})
