import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { API_BASE } from '../../src/contract/constants.ts'
import { wire } from '../../src/contract/wire.ts'
import { later } from '../../src/domain/units.ts'
import * as schema from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { addPeople } from '../support/http/world.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

const PUBLIC = 'https://sale.example'
const METRICS_TOKEN = 'a-token-for-monitors'
const web = temporaryFolder()
let house: House
let named: House
beforeAll(async () => {
  mkdirSync(join(web.path, 'app/assets'), { recursive: true })
  mkdirSync(join(web.path, 'server'))
  writeFileSync(
    join(web.path, 'app/index.html'),
    '<html><head><title>x</title></head><body><div id="root"></div></body></html>',
  )
  writeFileSync(join(web.path, 'app/assets/a-1.js'), 'code')
  writeFileSync(join(web.path, 'app/sw.js'), 'worker')
  writeFileSync(
    join(web.path, 'server/writePages.js'),
    `export const scripts = { afterPaint: 'a()', earlyPress: 'b()' }
     export const writePage = async ({ locale, known, at }) => ({ title: null, markup: '<p>home</p>', head: '', data: { locale, known, at, answers: [] } })`,
  )
  house = await openHouse({ webDir: join(web.path, 'app') })
  await addPeople(house)
  named = await openHouse({
    webDir: join(web.path, 'app'),
    config: { trustProxy: false, logLevel: 'silent', publicUrls: [PUBLIC], metricsToken: METRICS_TOKEN },
  })
})
afterAll(async () => {
  await Promise.all([house.close(), named.close()])
  web.remove()
})
const html = { accept: 'text/html' }

describe('15.9 served host names are a list', () => {
  test('any other is refused, wherever it asks; monitors ask by an address of the machine', async () => {
    for (const url of ['/', '/index', '/assets/a-1.js', `${API_BASE}/common/settings`, '/nothing']) {
      const other = await named.app.inject({ url, headers: { ...html, host: 'evil.example' } })
      expect([url, other.statusCode]).toEqual([url, 421])
      expect(other.json()).toMatchObject({ reason: 'host.unknown' })
      expect((await named.app.inject({ url, headers: { ...html, host: 'sale.example' } })).statusCode).not.toBe(421)
    }
    for (const url of ['/healthz', '/readyz', '/status', '/status?lang=en'])
      expect((await named.app.inject({ url, headers: { host: '10.0.0.7:8007' } })).statusCode).toBe(200)
  })

  test('a page names its own address alone, whatever the request calls it', async () => {
    const home = async (from: House, host: string) =>
      (await from.app.inject({ url: '/index', headers: { ...html, host } })).body
    expect(await home(named, 'sale.example')).toContain(`<link rel="canonical" href="${PUBLIC}/index">`)
    const unnamed = await home(house, 'evil.example')
    expect(unnamed).toContain('<p>home</p>')
    expect(unnamed).not.toContain('evil.example')
    expect(unnamed).toBe(await home(house, 'other.example'))
  })
})

describe('15.9 /metrics', () => {
  const metrics = (from: House, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    from.app.inject({ url: '/metrics', headers, remoteAddress })

  test('without a token is for this machine alone', async () => {
    expect((await metrics(house, { host: 'localhost:8007' })).statusCode).toBe(200)
    expect((await metrics(house, { host: 'localhost:8007' }, '203.0.113.9')).statusCode).toBe(404)
    expect((await metrics(house, { host: 'sale.example' })).statusCode).toBe(404)
    expect((await metrics(house, { host: 'localhost', 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404)
  })

  test('with a token is for who has it', async () => {
    const from = '203.0.113.9'
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: METRICS_TOKEN }] as Record<
      string,
      string
    >[])
      expect((await metrics(named, headers, from)).statusCode).toBe(401)
    const { statusCode, body } = await metrics(named, { authorization: `Bearer ${METRICS_TOKEN}` }, from)
    expect(statusCode).toBe(200)
    expect(body).toContain('http_calls_total')
  })
})

describe('details of readiness', () => {
  test('are for this machine and who has the token; others read what is missing, not why', async () => {
    const message = 'ECONNREFUSED 10.0.0.7'
    const open = await openHouse({ impaired: async () => [{ lacks: 'files', message }] })
    const guarded = await openHouse({
      config: { trustProxy: false, logLevel: 'silent', metricsToken: METRICS_TOKEN },
      impaired: async () => [{ lacks: 'bids', message }],
    })
    try {
      const readyz = async (
        at: House,
        remoteAddress: string,
        headers: Record<string, string> = { host: 'localhost' },
      ) => (await at.app.inject({ url: '/readyz', headers, remoteAddress })).body
      expect(await readyz(open, '127.0.0.1')).toBe(`ready\nwithout files: ${message}\n`)
      expect(await readyz(open, '203.0.113.9')).toBe('ready\nwithout files\n')
      expect(await readyz(guarded, '127.0.0.1')).toBe('ready\nwithout bids\n')
      expect(await readyz(guarded, '203.0.113.9', { authorization: `Bearer ${METRICS_TOKEN}` })).toContain(message)
    } finally {
      await Promise.all([open.close(), guarded.close()])
    }
  })
})

test('answers of calls are for this site’s pages alone', async () => {
  for (const path of ['/common/settings', '/nothing', '/user/sysUser/getInfo'])
    expect((await house.app.inject({ url: API_BASE + path })).headers['cross-origin-resource-policy']).toBe(
      'same-origin',
    )
})

describe('15.9 headers of every answer', () => {
  const calls = Object.values(wire).map(
    ({ method, path }) => [method, API_BASE + path.replaceAll(/\{\w+\}/g, 'x')] as const,
  )
  const others = [
    ['GET', '/'],
    ['GET', '/index'],
    ['GET', '/login'],
    ['GET', '/user/account'],
    ['GET', '/assets/a-1.js'],
    ['GET', '/assets/gone.js'],
    ['GET', '/sw.js'],
    ['GET', '/healthz'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['GET', `${API_BASE}/openapi.json`],
    ['GET', `${API_BASE}/nothing`],
    ['POST', '/nothing'],
  ] as const

  test.each([...calls, ...others])('%s %s', async (method, url) => {
    const { headers } = await house.app.inject({ method, url, headers: { ...html, host: 'localhost' } })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers).toHaveProperty('cache-control')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    if (String(headers['content-type']).startsWith('text/html')) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).not.toMatch(/'unsafe/)
      expect(headers).toMatchObject({ 'referrer-policy': 'same-origin', 'x-frame-options': 'SAMEORIGIN' })
    }
  })
})

test('15.9 what is written to the socket by hand has the headers of every answer', async () => {
  await house.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = z.object({ port: z.number() }).parse(house.app.server.address())
  const answerTo = async (lines: readonly string[]): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    socket.write([...lines, '', ''].join('\r\n'))
    return text(socket)
  }
  for (const lines of [['NO HTTP'], ['GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(100_000)}`]]) {
    const answer = (await answerTo(lines)).toLowerCase()
    expect(answer).toMatch(/^http\/1\.1 4\d\d /)
    expect(answer).toContain('strict-transport-security: max-age=31536000\r\n')
    expect(answer).toContain('x-content-type-options: nosniff\r\n')
  }
})

test('15.9 a reader of the outbox sees no codes; who holds `system:outbox:codes` does, while nothing carries them', async () => {
  const { db } = house.store
  const now = house.clock.now()
  await db.insert(schema.outbox).values({
    id: 'code-1',
    channel: 'mail',
    recipient: 'a@b.cn',
    subject: 'code',
    body: 'code 493817',
    createdAt: now,
    nextAttemptAt: null,
    secretUntil: later(now, 600_000),
  })
  const token = await sellerToken(house, 'host')
  const bodies = async (...permissions: string[]) => {
    await db.update(schema.account).set({ permissions }).where(eq(schema.account.id, 'host'))
    return JSON.stringify((await house.ask('GET', '/operator/outbox/list', { token })).rows)
  }
  expect(await bodies('system:outbox:list')).toContain('"recipient":"a@b.cn"')
  expect(await bodies('system:outbox:list')).not.toContain('493817')
  expect(await bodies('system:outbox:list', 'system:outbox:codes')).toContain('493817')
})
