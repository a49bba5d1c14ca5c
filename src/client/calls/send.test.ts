import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { nodeClient } from '../../../tests/support/client.tsx'
import type { Locale } from '../../contract/constants.ts'
import { ApiError, HttpStatusError, NetworkError, type Marked, type Send, type Signal } from './index.ts'

/** The server: recorded requests and prepared answers. */
let asked: Request[] = []
let answer: (request: Request) => Promise<Response>
let signals: Signal[] = []
let send: Send

const json =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }))

/** Creates a client with these cookies, in this language. */
function begin(jar: Readonly<Record<string, string>> = {}, locale: Locale = 'zh'): void {
  const client = nodeClient({ jar, locale })
  client.signals.on((signal) => signals.push(signal))
  ;({ send } = client.calls)
}

beforeEach(() => {
  asked = []
  signals = []
  begin()
  vi.stubGlobal('fetch', (request: Request) => {
    asked.push(request.clone())
    return answer(request)
  })
})
afterEach(() => void vi.unstubAllGlobals())

async function failure(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error('it succeeded')
}
const kinds = () => signals.map(({ type }) => type)

describe('the two clients (spec §7)', () => {
  it('the seller client names its platform, the language and its bearer, and puts a query on the path', async () => {
    begin({ 'Seller-Token': 'seller' }, 'en')
    answer = json({ code: 200, msg: '', rows: [], total: 0 })
    await send('lotList', { query: { scheduleTimelineId: 's 1', pageNum: 2, keyword: undefined } })
    const { url, headers } = asked[0]!
    expect(new URL(url).pathname + new URL(url).search).toBe(
      '/prod-api/auction/contractObject/list?scheduleTimelineId=s+1&pageNum=2',
    )
    expect([headers.get('platform'), headers.get('accept-language'), headers.get('authorization')]).toEqual([
      '1007',
      'en_US',
      'Bearer seller',
    ])
  })
  it('the venue client sends the venue token and no platform', async () => {
    begin({ 'Seller-Token': 'seller', 'Venue-Token': 'venue' })
    answer = json({ code: 200, msg: '', data: {} })
    await send('getBiddingInfo', { query: { scheduleTimelineId: 's', contractObjectId: 'c' } })
    const { headers } = asked[0]!
    expect([headers.get('platform'), headers.get('authorization')]).toEqual([null, 'Bearer venue'])
  })
  it('reading lots falls back to the venue token', async () => {
    begin({ 'Venue-Token': 'venue' })
    answer = json({ code: 200, msg: '', data: {} })
    await send('lotInfo', { params: { contractObjectId: 'a/b' } })
    expect(asked[0]!.headers.get('authorization')).toBe('Bearer venue')
    expect(new URL(asked[0]!.url).pathname).toBe('/prod-api/auction/contractObject/a%2Fb')
  })
  it('signing in never carries the token of the account before', async () => {
    begin({ 'Seller-Token': 'old' })
    answer = json({ code: 200, msg: '', data: { access_token: 'new', expires_in: 60 } })
    expect(await send('login', { body: { account: 'a', password: 'p' } })).toEqual({
      access_token: 'new',
      expires_in: 60,
    })
    expect(asked[0]!.headers.get('authorization')).toBeNull()
    expect(await asked[0]!.json()).toEqual({ account: 'a', password: 'p' })
  })
})

describe('answers', () => {
  it('a missing code counts as 200 (spec §8)', async () => {
    answer = json({ data: { name: 'x' } })
    expect(await send('getUserInfo', {})).toEqual({ name: 'x' })
    expect(kinds()).toEqual(['answered'])
  })
  it('a refusal carries its reason, numbers and places', async () => {
    answer = json({
      code: 601,
      msg: 'too low',
      reason: 'bid.below_next',
      data: { numbers: { next: 218000, note: 'x' } },
      errors: [{ path: 'body.price', code: 'x' }],
    })
    const error = await failure(send('getUserInfo', {}))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      code: 601,
      msg: 'too low',
      reason: 'bid.below_next',
      numbers: { next: 218000 },
      errors: [{ path: 'body.price' }],
    })
  })
  it('401 tells whose session ended', async () => {
    begin({ 'Seller-Token': 'old' })
    answer = json({ code: 401, msg: '', reason: 'auth.token_expired' })
    await failure(send('getUserInfo', {}))
    expect(signals).toContainEqual({ type: 'unauthorised', client: 'seller' })
  })
  it('a way into the room is of the venue client, though it takes no token', async () => {
    answer = json({ code: 200002, msg: '' })
    expect(await failure(send('assemblyLogin', { body: { scheduleTimelineId: 's', ticket: 't' } }))).toMatchObject({
      code: 200002,
      client: 'venue',
    })
    expect([asked[0]!.headers.get('platform'), asked[0]!.headers.get('authorization')]).toEqual([null, null])
  })
  it('a wrong password ends no sign-in', async () => {
    begin({ 'Seller-Token': 'old' })
    answer = json({ code: 401, msg: '', reason: 'auth.wrong_credentials' })
    await failure(send('login', { body: { account: 'a', password: 'b' } }))
    expect(kinds()).toEqual(['answered'])
  })
})

describe('no answer', () => {
  it('an HTTP status is the system’s failure, and a sign that the link is there', async () => {
    answer = json({ code: 503, msg: 'x' }, 503)
    expect(await failure(send('getUserInfo', {}))).toMatchObject({
      name: 'HttpStatusError',
      status: 503,
    } satisfies Partial<HttpStatusError>)
    expect(kinds()).toEqual(['answered'])
  })
  it.each([
    ['a failed fetch', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a list that is none', json({ code: 200, msg: '', data: {} })],
  ])('%s is a network error', async (_name, given) => {
    answer = given
    expect(await failure(send('scheduleList', { query: {} }))).toBeInstanceOf(NetworkError)
    expect(kinds()).toEqual(['unreachable'])
  })
  it.each([
    ['a hotspot’s login page', 200, '<html>Welcome to the quay</html>', 'text/html'],
    ['a firewall’s page', 403, '<html>blocked</html>', 'text/html'],
    ['a bare string', 200, '"hello"', 'application/json'],
    ['a gateway’s JSON', 200, '{"error":"blocked"}', 'application/json'],
    ['a gateway’s JSON with a status', 405, '{"error":"blocked"}', 'application/json'],
  ])('%s is an answer by something in between', async (_name, status, body, type) => {
    answer = () => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }))
    expect(await failure(send('scheduleList', { query: {} }))).toMatchObject({ name: 'InBetweenError', status })
    expect(kinds()).toEqual(['unreachable'])
  })
  it('taking a call back is no failure of the link', async () => {
    const control = new AbortController()
    answer = async ({ signal }) => {
      signal.throwIfAborted()
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new DOMException('taken back', 'AbortError'))),
      )
    }
    const call = send('getUserInfo', {}, { signal: control.signal })
    control.abort()
    expect(await failure(call)).not.toBeInstanceOf(NetworkError)
    expect(kinds()).toEqual([])
  })
  it('is not asked again by itself: a repeated POST might bid twice', async () => {
    answer = json({}, 503)
    await failure(send('login', { body: { account: 'a', password: 'b' } }))
    await failure(send('getUserInfo', {}))
    expect(asked).toHaveLength(2)
  })
})

describe('asking again for what may have changed', () => {
  const lots = { code: 200, msg: '', rows: [], total: 0 }
  it('names the mark of the answer before, and returns that answer if nothing has changed', async () => {
    answer = () => Promise.resolve(Response.json(lots, { headers: { etag: 'W/"1"' } }))
    const first = await send('lotList', { query: {} }, { previous: undefined })
    expect(asked[0]!.headers.get('if-none-match')).toBeNull()
    answer = () => Promise.resolve(new Response(null, { status: 304 }))
    expect(await send('lotList', { query: {} }, { previous: first as Marked })).toBe(first)
    expect(asked[1]!.headers.get('if-none-match')).toBe('W/"1"')
    expect(kinds()).toEqual(['answered', 'answered'])
  })
  it('returns the newer answer with its own mark', async () => {
    answer = () => Promise.resolve(Response.json({ ...lots, total: 3 }, { headers: { etag: 'W/"2"' } }))
    expect(await send('lotList', { query: {} }, { previous: { mark: 'W/"1"' } })).toEqual({
      rows: [],
      total: 3,
      mark: 'W/"2"',
    })
  })
  it('joins the rows that changed with those of the answer before', async () => {
    const rows = [
      { id: 'a', price: '1.00', name: 'Spruce' },
      { id: 'b', price: null, name: 'Beech' },
    ]
    const previous = { rows, total: 2, mark: 'W/"1"' }
    const changed = [{ id: 'c', price: '3.00', name: 'Oak' }, 0, [1, { price: '2.00' }]]
    answer = () =>
      Promise.resolve(Response.json({ ...lots, rows: changed, total: 3 }, { status: 226, headers: { etag: 'W/"2"' } }))
    expect(await send('lotList', { query: {} }, { previous })).toEqual({
      rows: [changed[0], rows[0], { id: 'b', price: '2.00', name: 'Beech' }],
      total: 3,
      mark: 'W/"2"',
    })
    expect(asked[0]!.headers.get('a-im')).toBe('rows')
  })
  it('changed rows of a list that it does not have are no answer', async () => {
    answer = () => Promise.resolve(Response.json({ ...lots, rows: [1] }, { status: 226 }))
    for (const previous of [{ rows: [{}], mark: 'W/"1"' }, { mark: 'W/"1"' }, undefined])
      expect(await failure(send('lotList', { query: {} }, { previous }))).toBeInstanceOf(NetworkError)
  })
  it('a 304 that was not asked for is no answer', async () => {
    answer = () => Promise.resolve(new Response(null, { status: 304 }))
    expect(await failure(send('lotList', { query: {} }))).toBeInstanceOf(HttpStatusError)
  })
})
