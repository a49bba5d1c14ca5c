import { brotliDecompressSync } from 'node:zlib'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { listCalls } from '../../src/contract/openapi.ts'
import { RoomUnavailable } from '../../src/server/ports.ts'
import { StoreUnavailable } from '../../src/server/store/errors.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { temporaryFolder } from '../support/store/temporary.ts'

let house: House
let sale: Sale
let venue: string
const lines: string[] = []
const folder = temporaryFolder()
let ready = true

beforeAll(async () => {
  writeFileSync(join(folder.path, 'spruce-pile-1.thumb.avif'), 'picture')
  house = await openHouse({
    config: { trustProxy: 1, logLevel: 'info' },
    logTo: { write: (line) => void lines.push(line) },
    limits: { signIn: { most: 40, oneEveryMs: 3_600_000 }, account: { most: 10_000, oneEveryMs: 1 } },
    ready: () => (ready ? Promise.resolve() : Promise.reject(new Error('the database is away'))),
    pictures: {
      find: (name) =>
        Promise.resolve(
          name.startsWith('spruce') ? { path: join(folder.path, name), type: 'image/avif', size: 7 } : null,
        ),
    },
  })
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  venue = await venueToken(house, 'buyer1', sale)
})
afterAll(async () => {
  await house.close()
  folder.remove()
})

const rule = (headers?: Record<string, string>) =>
  house.ask('GET', '/auction/scheduleTimelineRule/getInfo', {
    token: venue,
    query: { scheduleTimelineId: sale.id },
    ...(headers && { headers }),
  })

describe('when the system fails', () => {
  const failing = async (error: Error) => {
    const broken = vi.spyOn(house.rooms, 'state').mockRejectedValue(error)
    const answer = await rule()
    broken.mockRestore()
    return answer
  }

  test('a room that cannot be reached is HTTP 503 and says that the outcome is open', async () => {
    const answer = await failing(new RoomUnavailable('secret'))
    expect([answer.http.statusCode, answer.code, answer.reason]).toEqual([503, 503, 'room.unavailable'])
    expect(answer.msg).toContain('尚未确定')
    expect(answer.http.headers['retry-after']).toBe('1')
  })

  test('a database that cannot be reached is HTTP 503', async () => {
    for (const error of [
      new StoreUnavailable('secret'),
      Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
      new Error('outer', { cause: Object.assign(new Error('secret'), { code: '57P01' }) }),
    ]) {
      const answer = await failing(error)
      expect([answer.http.statusCode, answer.code, answer.reason]).toEqual([503, 503, 'system.unavailable'])
      expect(answer.http.body).not.toContain('secret')
    }
  })

  test('a defect of ours is HTTP 500 in the envelope, tells nothing of itself, and is logged with the id that the answer carries', async () => {
    const answer = await failing(new TypeError('SELECT secret FROM token'))
    expect([answer.http.statusCode, answer.code, answer.reason, answer.msg]).toEqual([
      500,
      500,
      'system.failed',
      '系统异常，已记录，请稍后重试。',
    ])
    expect(Object.keys(z.looseObject({}).parse(answer.http.json()))).toEqual(['code', 'msg', 'reason'])
    const id = String(answer.http.headers['x-request-id'])
    expect(lines.some((line) => line.includes(id) && line.includes('SELECT secret FROM token'))).toBe(true)
  })
})

describe('the request log', () => {
  test('has a line for each request and never a token, a password, a query or a cookie', async () => {
    await house.app.inject({
      method: 'GET',
      url: `/prod-api/auction/contractObject/list?scheduleTimelineId=${sale.id}&keyword=mySearch`,
      headers: {
        authorization: `Bearer ${venue}`,
        cookie: 'Seller-Token=cookieSecret',
        'sec-websocket-protocol': 'bearer.protocolSecret',
      },
    })
    await house.ask('POST', '/auth/login', { body: { account: 'buyer1', password: PASSWORD } })
    const text = lines.join('\n')
    expect(text).toContain('"path":"/prod-api/auction/contractObject/list"')
    expect(text).toContain('"code":200')
    for (const secret of [venue, PASSWORD, 'mySearch', 'cookieSecret', 'protocolSecret'])
      expect(text).not.toContain(secret)
  })
})

describe('calls that are refused before they act', () => {
  test('wrong input, no right and no sign-in are in the log, with caller, call and reason', async () => {
    lines.length = 0
    const from = { 'x-forwarded-for': '203.0.113.40' }
    await house.ask('POST', '/auth/login', { headers: from, body: { account: 7 } })
    await house.ask('GET', '/operator/audit/list', { headers: from, token: await sellerToken(house, 'buyer1') })
    await house.ask('GET', '/user/sysUser/getUserInfo', { headers: from, token: 'A'.repeat(43) })
    const refused = lines.map((line) => z.looseObject({ msg: z.string() }).parse(JSON.parse(line)))
    expect(refused.filter(({ msg }) => msg === 'refused')).toMatchObject([
      { ip: '203.0.113.40', path: '/prod-api/auth/login', code: 400, reason: 'input.invalid', level: 40 },
      { ip: '203.0.113.40', path: '/prod-api/operator/audit/list', code: 403 },
      { ip: '203.0.113.40', path: '/prod-api/user/sysUser/getUserInfo', code: 401 },
    ])
  })
})

describe('limits', () => {
  const guess = (address: string) =>
    house.app.inject({
      method: 'POST',
      url: '/prod-api/auth/login',
      headers: { 'x-forwarded-for': `1.1.1.1, ${address}` },
      payload: { account: 'nobody', password: 'x' },
      remoteAddress: '10.0.0.1',
    })

  test('signing in is limited per address, as the trusted proxy tells it; a forged one further left does not count', async () => {
    const codes = []
    for (let i = 0; i < 45; i += 1)
      codes.push(z.looseObject({ reason: z.string() }).parse((await guess('198.51.100.7')).json()).reason)
    expect(codes.filter((reason) => reason === 'call.too_many')).toHaveLength(5)
    expect((await guess('198.51.100.8')).json()).not.toMatchObject({ reason: 'call.too_many' })
  })

  test('calls are limited per account, whichever token it uses', async () => {
    const strict = await openHouse({
      limits: { signIn: { most: 100, oneEveryMs: 1 }, account: { most: 3, oneEveryMs: 3_600_000 } },
    })
    await addPeople(strict)
    const tokens = [await sellerToken(strict, 'buyer1'), await sellerToken(strict, 'buyer1')]
    const ask = (token: string | undefined) => strict.ask('GET', '/user/sysUser/getUserInfo', { token })
    expect((await Promise.all([0, 1, 0].map((n) => ask(tokens[n])))).map(({ code }) => code)).toEqual([200, 200, 200])
    const limited = await ask(tokens[1])
    expect(limited).toMatchObject({ code: 429, reason: 'call.too_many', msg: '请求过于频繁，请稍后再试。' })
    expect(Number(limited.http.headers['retry-after'])).toBeGreaterThan(3_000)
    expect((await ask(await sellerToken(strict, 'buyer2'))).code).toBe(200)
    await strict.close()
  })
})

describe('answers of the API', () => {
  test('are in JSON, never kept by a cache, and vary with the language', async () => {
    const { headers } = (await rule()).http
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-language': 'zh-CN',
    })
    expect(headers['vary']).toMatch(/accept-language/i)
    expect((await rule({ 'accept-language': 'en_US' })).msg).toBe('Done')
  })

  test('are compressed when they are long', async () => {
    const response = await house.app.inject({
      method: 'GET',
      url: '/prod-api/openapi.json',
      headers: { 'accept-encoding': 'br, gzip' },
    })
    expect(response.headers['content-encoding']).toBe('br')
    const whole = brotliDecompressSync(response.rawPayload)
    expect(response.rawPayload.length).toBeLessThan(whole.length / 4)
    expect(JSON.parse(whole.toString())).toMatchObject({ openapi: '3.1.0' })
    expect((await rule({ 'accept-encoding': 'br' })).http.headers['content-encoding']).toBeUndefined()
  })
})

describe('GET /prod-api/openapi.json', () => {
  test('has every call that is served', async () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse((await house.app.inject('/prod-api/openapi.json')).json())
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(listed.toSorted((a, b) => a.localeCompare(b))).toEqual(
      listCalls()
        .map(([, { method, path }]) => `${method} /prod-api${path}`)
        .toSorted((a, b) => a.localeCompare(b)),
    )
    for (const [, { method, path }] of listCalls())
      expect(house.app.hasRoute({ method, url: `/prod-api${path.replaceAll(/\{(\w+)\}/g, ':$1')}` })).toBe(true)
  })
})

describe('pictures', () => {
  test('are public and may be kept; what is not there is code 404', async () => {
    const picture = await house.app.inject('/prod-api/common/pictures/spruce-pile-1.thumb.avif')
    expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([200, 'image/avif', 'picture'])
    expect(picture.headers['cache-control']).toMatch(/^public, max-age=\d+/)
    expect(
      (
        await house.app.inject({
          url: '/prod-api/common/pictures/spruce-pile-1.thumb.avif',
          headers: { 'if-none-match': String(picture.headers['etag']) },
        })
      ).statusCode,
    ).toBe(304)
    for (const name of ['oak.avif', 'spruce-gone.avif', '..%2f..%2fetc%2fpasswd', '%00', '.env']) {
      expect([
        name,
        z.looseObject({ code: z.number() }).parse((await house.app.inject(`/prod-api/common/pictures/${name}`)).json())
          .code,
      ]).toEqual([name, 404])
    }
  })
})

describe('for the administrator of the server', () => {
  test('/healthz is alive, /readyz serves or says that it cannot', async () => {
    expect((await house.app.inject('/healthz')).statusCode).toBe(200)
    expect((await house.app.inject('/readyz')).statusCode).toBe(200)
    ready = false
    const away = await house.app.inject('/readyz')
    ready = true
    expect([away.statusCode, away.body]).toEqual([503, 'not ready\n'])
  })

  test('/status tells visitors whether bids are accepted, in their language, by its own policy', async () => {
    const { statusCode, body, headers } = await house.app.inject('/status')
    expect(statusCode).toBe(200)
    expect(body).toContain('<h1>一切运行正常。</h1>')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
    ready = false
    const away = await house.app.inject('/status?lang=en')
    ready = true
    expect([away.statusCode, away.body]).toEqual([
      200,
      expect.stringContaining('<h1>Bids cannot be accepted right now.</h1>'),
    ])
  })

  test('/metrics counts calls by path, code and reason, in the format of Prometheus', async () => {
    await house.ask('GET', '/user/sysUser/getUserInfo')
    const { body, headers } = await house.app.inject('/metrics')
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(body).toMatch(/^http_reasons_total\{reason="auth\.token_missing"\} [1-9]\d*$/m)
    expect(body).toMatch(/^http_calls_total\{path="\/prod-api\/user\/sysUser\/getUserInfo"\} [1-9]\d*$/m)
    expect(body).toMatch(/^http_seconds_bucket\{le="\+Inf"\} \d+$/m)
    for (const line of body.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"\})? [\d.e+-]+)$/)
  })
})

describe('the app', () => {
  const web = temporaryFolder()
  let built: House
  beforeAll(async () => {
    mkdirSync(join(web.path, 'assets'))
    writeFileSync(
      join(web.path, 'index.html'),
      '<!doctype html><script>boot()</script><script src="/assets/a.js"></script>',
    )
    writeFileSync(join(web.path, 'index.html.br'), 'compressed page')
    writeFileSync(join(web.path, 'assets/a-1234.js'), 'code')
    writeFileSync(join(web.path, 'assets/a-1234.js.br'), 'compressed code')
    writeFileSync(join(web.path, 'sw.js'), 'worker')
    built = await openHouse({ webDir: web.path })
  })
  afterAll(async () => {
    await built.close()
    web.remove()
  })
  const get = (url: string, headers: Record<string, string> = {}) => built.app.inject({ url, headers })
  const html = { accept: 'text/html,application/xhtml+xml' }

  test('its page answers for every address a person may open, asked about each time', async () => {
    for (const url of ['/', '/venue/detail', '/target/detail/1/2', '/login?redirect=%2Fuser', '/news/a.b']) {
      const page = await get(url, html)
      expect([url, page.statusCode, page.headers['content-type'], page.headers['cache-control']]).toEqual([
        url,
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(page.body).toContain('boot()')
    }
    expect((await get('/', { ...html, 'accept-encoding': 'br' })).body).toBe('compressed page')
    expect((await get('/venue/detail', { ...html, 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  })

  test('its page answers programs that take anything, at the addresses of the app alone', async () => {
    for (const url of ['/login', '/news', '/rules?a=b.js', '/register', '/privacy', '/home/list', '/target/detail/1/2'])
      for (const headers of [
        { accept: '*/*' },
        { accept: 'text/*' },
        { accept: 'TEXT/HTML' },
        { accept: 'application/xhtml+xml' },
        {},
      ] as Record<string, string>[])
        expect([url, (await get(url, headers)).statusCode]).toEqual([url, 200])
    for (const url of ['/nothing', '/.git/HEAD', '/login.js', '/user/gone.js', '/assets/gone.js'])
      expect([url, (await get(url, { accept: '*/*' })).statusCode]).toEqual([url, 404])
    expect((await get('/login', { accept: '*/*', 'sec-fetch-dest': 'script' })).statusCode).toBe(404)
    expect((await get('/login', { accept: 'application/json' })).statusCode).toBe(404)
  })

  test('hashed assets are kept for ever, precompressed; other files are asked about', async () => {
    const asset = await get('/assets/a-1234.js', { 'accept-encoding': 'gzip, br' })
    expect([asset.body, asset.headers['content-encoding'], asset.headers['cache-control']]).toEqual([
      'compressed code',
      'br',
      'public, max-age=31536000, immutable',
    ])
    expect((await get('/assets/a-1234.js')).body).toBe('code')
    expect((await get('/sw.js')).headers['cache-control']).toBe('no-cache')
  })

  test('a call that does not exist is told so in the envelope, though files are looked for at every address', async () => {
    for (const url of ['/prod-api/auction/nothing', '/prod-api/auction/contractObject/list/more', '/prod-api']) {
      expect([url, (await get(url, html)).json()]).toMatchObject([url, { code: 404, reason: 'call.not_found' }])
    }
  })

  test('an asset that is not there is a 404 and not the page, also for a browser', async () => {
    for (const url of ['/assets/gone.js', '/assets/', '/assets/a-1234.js.br'])
      expect([url, (await get(url, html)).statusCode]).toEqual([url, 404])
    expect((await get('/favicon.ico')).statusCode).toBe(404)
    for (const url of ['/.git/HEAD', '/.git/config', '/.env', '/package.json', '/src/server/main.ts', '/dist/'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    expect((await built.app.inject({ method: 'POST', url: '/login', headers: html })).statusCode).toBe(404)
    expect((await house.app.inject({ url: '/', headers: html })).body).toContain('npm run build')
  })

  test('15.9 may load its own files alone, and the inline scripts and styles that it was built with', async () => {
    const { headers } = await get('/', { ...html, host: 'sale.example:8007' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toMatch(/script-src 'self'( 'sha256-[\w+/]+=*'){1}(;|$)/)
    expect(policy).toContain("connect-src 'self' ws://sale.example:8007 wss://sale.example:8007")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toMatch(/style-src 'self'( 'sha256-[\w+/]+=*')*(;|$)/)
    expect(policy).not.toMatch(/unsafe-/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    // With this header each page gets a process of its own, which costs a second visit half as much again.
    expect(headers).not.toHaveProperty('origin-agent-cluster')
    expect(
      String((await get('/', { ...html, host: 'x; script-src *' })).headers['content-security-policy']),
    ).not.toContain('script-src *')
  })
})
