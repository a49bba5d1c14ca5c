import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyCall } from '../../src/contract/call.ts'
import { listCalls } from '../../src/contract/openapi.ts'
import * as z from 'zod'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { ACCESS } from '../../src/server/http/access.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { addPeople, addSale, PASSWORD, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

let house: House
let sale: Sale
let seller: string
let venue: string
let buyer: string
let supplier: string
let selling: string
let admin: string

const PLENTY = { most: 100_000, oneEveryMs: 1 }
beforeAll(async () => {
  house = await openHouse({
    limits: { signIn: PLENTY, account: PLENTY, captcha: PLENTY, send: PLENTY, recovery: PLENTY, document: PLENTY },
  })
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
  seller = await sellerToken(house, 'buyer1')
  venue = await venueToken(house, 'host', sale)
  buyer = await venueToken(house, 'buyer1', sale)
  supplier = await venueToken(house, 'seller1', sale)
  selling = await sellerToken(house, 'seller1')
  admin = await sellerToken(house, 'admin')
})
afterAll(() => house.close())

const calls = listCalls()
/** A token of a caller that may make the call. */
function tokenFor(call: AnyCall): string | undefined {
  const name = calls.find(([, one]) => one === call)?.[0]
  const who = Object.entries(ACCESS).find(([one]) => one === name)?.[1].who
  if (typeof who === 'string' && who.includes(':')) return admin
  if (who === 'seller') return selling
  if (Array.isArray(who) && !who.includes('host')) return who.includes('buyer') ? buyer : supplier
  return { none: undefined, seller, venue, either: venue }[call.token]
}
const withBody = calls.filter(([, call]) => call.body)
const withQuery = calls.filter(([, call]) => call.query)
const pathOf = (call: AnyCall) => call.path.replaceAll(/\{\w+\}/g, 'x')

const WRONG: readonly unknown[] = [
  null,
  true,
  7,
  -1,
  1e308,
  'x'.repeat(5_000),
  '',
  '\0',
  '\ud800',
  '../../etc/passwd',
  [],
  [[]],
  ['a'],
  {},
  { a: {} },
  '{{7*7}}',
  "' OR 1=1 --",
  '0x10',
  'NaN',
  '1e999',
]

/** Field names of an input, including all alternatives. */
function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  const found = new Set<string>()
  const walk = (node: unknown): void => {
    const { properties, oneOf, anyOf } = z
      .looseObject({
        properties: z.record(z.string(), z.unknown()).optional(),
        oneOf: z.array(z.unknown()).optional(),
        anyOf: z.array(z.unknown()).optional(),
      })
      .parse(node)
    for (const name of Object.keys(properties ?? {})) found.add(name)
    for (const one of [...(oneOf ?? []), ...(anyOf ?? [])]) walk(one)
  }
  if (schema) walk(z.toJSONSchema(schema, { io: 'input' }))
  return [...found]
}

/** Plausible values, so that the other fields are reached. */
const PLAUSIBLE: Readonly<Record<string, unknown>> = {
  account: 'nobody',
  password: 'x',
  ticket: 'x',
  type: '1',
  price: '1.00',
  amount: '1.00',
  startPrice: '1.00',
  quantity: '1.000',
  bidKey: crypto.randomUUID(),
  mode: 'standing',
  notAfter: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:00:00.000Z',
  deliveryDate: '2031-01-01',
  minutes: 5,
  allowed: true,
  speaker: null,
  message: 'm',
  content: 'c',
  reason: 'r',
  seq: 1,
  revision: 1,
  offerId: 'x',
  biddingSeconds: 60,
  contractObjectIds: ['x'],
  answers: null,
  note: '',
}
function plausible(fields: readonly string[]): Record<string, unknown> {
  const values: Record<string, unknown> = { ...PLAUSIBLE, scheduleTimelineId: sale.id, contractObjectId: sale.lots[0] }
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.includes(name)))
}

describe('wrong input', () => {
  test.each(withBody)('%s takes nothing but an object for a body, and says so with code 400', async (_name, call) => {
    const before = await seqOf(house, sale)
    for (const body of [null, [], [{}], 'x', 7, true, {}]) {
      const answer = await house.ask('POST', call.path, { token: tokenFor(call), body })
      expect([body, answer.code, answer.reason, answer.http.statusCode]).toEqual([body, 400, 'input.invalid', 200])
      expect(answer.errors?.length).toBeGreaterThan(0)
    }
    const none = await house.ask('POST', call.path, { token: tokenFor(call) })
    expect(none.code).toBe(400)
    expect(await seqOf(house, sale)).toBe(before)
  })

  test.each(withBody)(
    '%s answers each wrong field with a clear code, never with a failure of the system',
    async (_name, call) => {
      const before = await seqOf(house, sale)
      const fields = fieldsOf(call.body)
      for (const field of fields) {
        for (const wrong of WRONG) {
          const answer = await house.ask('POST', pathOf(call), {
            token: tokenFor(call),
            body: { ...plausible(fields), [field]: wrong },
          })
          expect([
            field,
            wrong,
            answer.http.statusCode,
            [400, 403, 404, 601].includes(answer.code) ||
              answer.reason === 'call.too_many' ||
              answer.reason === 'auth.too_many_attempts' ||
              isFine(call, field),
          ]).toEqual([field, wrong, 200, true])
        }
      }
      if (!ACTS.has(call.path)) expect(await seqOf(house, sale)).toBe(before)
    },
  )

  test.each(withQuery)('%s answers each wrong query with a clear code', async (_name, call) => {
    for (const field of fieldsOf(call.query)) {
      for (const wrong of WRONG) {
        const text = typeof wrong === 'string' ? wrong : JSON.stringify(wrong)
        const query = { scheduleTimelineId: sale.id, contractObjectId: sale.lots[0]!, [field]: text }
        const answer = await house.ask(call.method, pathOf(call), { token: tokenFor(call), query })
        expect([field, wrong, answer.http.statusCode, [200, 400, 403, 404, 601].includes(answer.code)]).toEqual([
          field,
          wrong,
          200,
          true,
        ])
        const twice = await house.ask(call.method, pathOf(call), {
          token: tokenFor(call),
          query: { ...query, [field]: ['1', '2'] },
        })
        expect([twice.code, twice.errors]).toEqual([400, [{ path: `query.${field}`, code: 'duplicate' }]])
      }
    }
  })

  const guarded = calls.filter(([, { token }]) => token !== 'none')
  test.each(guarded)('%s refuses each wrong kind of token', async (_name, call) => {
    const ask = (token: string | undefined) =>
      house.ask(call.method, pathOf(call), { token, ...(call.method === 'POST' && { body: {} }) })
    expect(await ask(undefined)).toMatchObject({ code: 401, reason: 'auth.token_missing' })
    expect(await ask('x')).toMatchObject({ code: 401, reason: 'auth.token_invalid' })
    expect(await ask('A'.repeat(43))).toMatchObject({ code: 401, reason: 'auth.token_invalid' })
    if (call.token !== 'either')
      expect(await ask(call.token === 'seller' ? venue : seller)).toMatchObject({
        code: 401,
        reason: 'auth.wrong_token_kind',
      })
  })
})

/** Commands that succeed with a plausible body. */
const ACTS: ReadonlySet<string> = new Set([
  '/auction/venue/adjustStage',
  '/auction/venue/close',
  '/auction/venue/reopen',
  '/auction/venue/speech',
  '/auction/venue/withdraw',
  '/auction/biddingMsgInfo/add',
])
/** Fields that accept any text, so that some of the generated values are valid. */
const isFine = (call: AnyCall, field: string): boolean =>
  ACTS.has(call.path) || call.path.endsWith('/getList') || field === 'type' || field === 'endpoint'

describe('a request that is none', () => {
  const raw = (
    payload: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
    url = '/prod-api/auth/login',
  ) => house.app.inject({ method: 'POST', url, payload, headers })
  const answered = async (response: ReturnType<typeof raw>) => {
    const { statusCode, body, headers } = await response
    return {
      http: statusCode,
      type: headers['content-type'],
      store: headers['cache-control'],
      ...z.looseObject({ code: z.number(), reason: z.string() }).parse(JSON.parse(body)),
    }
  }

  test.each<[string, string | Buffer, string]>([
    ['truncated JSON', '{"account":"a', 'input.not_json'],
    ['no JSON', 'account=a&password=b', 'input.not_json'],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), 'input.not_json'],
    ['a NUL byte between the fields', Buffer.from('{"account":"a",\0"password":"b"}'), 'input.not_json'],
    ['a key of the prototype', '{"__proto__":{"roles":["admin"]},"account":"a","password":"b"}', 'input.invalid'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}},"account":"a","password":"b"}', 'input.invalid'],
    ['a well of brackets', `{"account":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'input.invalid'],
  ])('%s is code 400', async (_what, payload, reason) => {
    expect(await answered(raw(payload))).toMatchObject({
      http: 200,
      code: 400,
      reason,
      type: 'application/json; charset=utf-8',
      store: 'no-store',
    })
    expect(Object.hasOwn(Object.prototype, 'roles')).toBe(false)
  })

  test('a body beyond 64 kB is code 413, of another type code 415', async () => {
    expect(await answered(raw(JSON.stringify({ account: 'a', password: 'x'.repeat(70_000) })))).toMatchObject({
      http: 200,
      code: 413,
      reason: 'input.too_large',
    })
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
      'application/json, text/plain',
    ]) {
      expect(await answered(raw('{}', { 'content-type': type }))).toMatchObject({
        http: 200,
        code: 415,
        reason: 'input.unsupported_type',
      })
    }
    expect(await answered(raw('{}', {}))).toMatchObject({ code: 415 })
  })

  test('a byte order mark before the JSON does no harm', async () => {
    const payload = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(JSON.stringify({ account: 'buyer1', password: PASSWORD })),
    ])
    expect(z.looseObject({ code: z.number() }).parse((await raw(payload)).json()).code).toBe(200)
  })

  test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'GET'] as const)(
    '%s of a call that has it not is code 404',
    async (method) => {
      const response = await house.app.inject({
        method,
        url: '/prod-api/auth/login',
        ...(method !== 'GET' && method !== 'OPTIONS' && { payload: {} }),
      })
      expect(response.json()).toMatchObject({ code: 404, reason: 'call.not_found', msg: '请求的接口不存在。' })
      expect(response.statusCode).toBe(200)
    },
  )

  test.each([
    '/prod-api',
    '/prod-api/',
    '/prod-api/nothing',
    '/prod-api/auth',
    '/prod-api/auth/login/',
    '/prod-api//auth/login',
    '/prod-api/live',
    '/prod-api/__proto__',
    '/prod-api/constructor',
  ])('%s is no call', async (url) => {
    const response = await house.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } })
    expect(response.json()).toMatchObject({ code: 404, reason: 'call.not_found' })
  })

  test.each([
    `/prod-api/auction/contractObject/${'x'.repeat(500)}`,
    '/prod-api/auction/contractObject/%zz',
    '/prod-api/auction/contractObject/%ff%fe',
    '/prod-api/%',
  ])('%s is code 400', async (url) => {
    const response = await house.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${venue}` } })
    expect([response.statusCode, response.json()]).toMatchObject([200, { code: 400, reason: 'input.invalid' }])
  })

  test('a NUL or half a surrogate pair in the path or the query is code 400, where the database would choke', async () => {
    expect(await house.ask('GET', '/auction/contractObject/a%00b', { token: venue })).toMatchObject({
      code: 400,
      errors: [{ path: 'params.contractObjectId', code: 'not_text' }],
    })
    expect(await house.ask('GET', '/auction/schedule/a%00b')).toMatchObject({ code: 400 })
    const list = await house.app.inject({
      method: 'GET',
      url: `/prod-api/auction/contractObject/list?scheduleTimelineId=${sale.id}&keyword=%00`,
      headers: { authorization: `Bearer ${venue}` },
    })
    expect(list.json()).toMatchObject({ code: 400, errors: [{ path: 'query.keyword', code: 'not_text' }] })
  })
})

describe('on a real connection', () => {
  let port: number
  beforeAll(async () => {
    await house.app.listen({ port: 0, host: '127.0.0.1' })
    port = (house.app.server.address() as AddressInfo).port
  })

  test('what is no HTTP is answered with a status and nothing of ours', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end('BLAH / HTTP/9.9\r\n\r\n'))
      let text = ''
      socket
        .on('data', (bytes) => {
          text += bytes.toString()
        })
        .on('end', () => resolve(text))
        .on('error', reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toMatch(/node_modules|at .*\.ts|llhttp/i)
  })

  test('a path that climbs stays below', async () => {
    const climb = (path: string) =>
      new Promise<string>((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path, method: 'GET' }, (response) => {
          let text = ''
          response
            .on('data', (bytes) => {
              text += String(bytes)
            })
            .on('end', () => resolve(text))
        })
          .on('error', reject)
          .end()
      })
    for (const path of [
      '/prod-api/../../../etc/passwd',
      '/prod-api/common/pictures/../../../etc/passwd',
      '/prod-api/common/pictures/..%2f..%2fetc%2fpasswd',
      '/../etc/passwd',
      '/assets/..%2f..%2fpackage.json',
    ]) {
      expect([path, await climb(path)]).not.toEqual([path, expect.stringMatching(/root:|"dependencies"/)])
    }
  })

  test('a body that ends early does not reach a handler', async () => {
    const before = await seqOf(house, sale)
    await new Promise<void>((resolve) => {
      const request = httpRequest({
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/prod-api/auction/venue/close',
        headers: { 'content-type': 'application/json', 'content-length': '500', authorization: `Bearer ${venue}` },
      })
      request.on('error', () => resolve())
      request.write(JSON.stringify({ scheduleTimelineId: sale.id, message: 'closed?' }))
      setImmediate(() => request.destroy())
    })
    expect(await seqOf(house, sale)).toBe(before)
  })
})
