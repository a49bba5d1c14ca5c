import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '../../src/contract/calls/index.ts'
import { Api } from '../support/client.ts'
import { startServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'

let server: TestServer
let zh: Api
let en: Api
beforeAll(async () => {
  server = await startServer()
  zh = new Api(server.url, null, 'zh')
  en = new Api(server.url, null, 'en')
})
afterAll(() => server.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/prod-api${path}`, { headers: { 'accept-language': 'zh_CN', ...headers } })

describe('what there is to read', () => {
  test('news, newest first, all of them or one kind, a page at a time, in the language that is asked for', async () => {
    const all = await zh.call(calls.newsList, { query: { pageNum: 1, pageSize: 20, type: '0' } })
    expect(all.total).toBe(6)
    const times = all.rows.map(({ publishedTime }) => publishedTime)
    expect(times).toEqual(times.toSorted().toReversed())
    const market = await en.call(calls.newsList, { query: { pageNum: 1, pageSize: 20, type: '2' } })
    expect(market.rows.map(({ type, title }) => [type, title])).toEqual([
      [2, 'Reading a moisture figure: three questions before you inspect'],
      [2, 'Log volume: other rules, other cubic metres'],
    ])
    const second = await zh.call(calls.newsList, { query: { pageNum: 2, pageSize: 4 } })
    expect([second.total, second.rows]).toEqual([6, all.rows.slice(4)])
    expect((await zh.answer(calls.newsList, { query: { pageNum: 1, pageSize: 20, type: '9' } })).code).toBe(400)
  })

  test('an article and the texts that bind, whole; one that is not there is told so', async () => {
    const { title, body } = (await zh.call(calls.newsInfo, { params: { newsId: 'read-offline' } })).data
    expect([title, body]).toEqual(['断网也能看目录', expect.stringContaining('出价、报名和签署')])
    for (const name of ['rules', 'privacy', 'service', 'help-ceilings'])
      expect((await zh.call(calls.documentInfo, { params: { name } })).data).toMatchObject({ name, version: 1 })
    expect(await zh.answer(calls.documentInfo, { params: { name: 'nothing' } })).toMatchObject({
      code: 404,
      reason: 'resource.not_found',
    })
    expect((await zh.call(calls.documentList, { query: { kind: 'rule' } })).rows.map(({ name }) => name)).toEqual([
      'rules',
      'service',
      'privacy',
    ])
    expect((await en.call(calls.documentList, { query: { kind: 'help' } })).rows.map(({ name }) => name)).toContain(
      'help-weak-links',
    )
  })

  test('lots of all sales but practice, by how they stand, and without their prices', async () => {
    const lots = async (status: 'pending' | 'deal' | 'failed', pageNum = 1) =>
      zh.call(calls.lotBoard, { query: { pageNum, pageSize: 50, status } })
    const [pending, deal, failed] = [await lots('pending'), await lots('deal'), await lots('failed')]
    // Published: 12, 14 and 44 lots; the one in preparation shows nothing yet.
    expect([pending.total, deal.total, failed.total]).toEqual([70, 7, 3])
    const starts = pending.rows.map(({ startTime }) => startTime)
    expect(starts).toEqual(starts.toSorted())
    expect(
      new Set([...pending.rows, ...(await lots('pending', 2)).rows].map(({ contractObjectId }) => contractObjectId))
        .size,
    ).toBe(70)
    expect(
      deal.rows.every(({ dealTime }) => dealTime !== null) && failed.rows.every(({ dealTime }) => dealTime === null),
    ).toBe(true)
    const raw = await (await get('/auction/contractObject/board?status=deal&pageNum=1&pageSize=20')).text()
    expect(raw).toContain('南沙港')
    expect(raw).not.toMatch(/price|amount|company/i)
  })

  test('what has not changed is not sent again; an account’s own answer is never kept', async () => {
    const first = await get('/auction/document/rules')
    const etag = first.headers.get('etag') ?? ''
    expect([etag, first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
      expect.stringMatching(/^W\/"/),
      'no-cache',
      expect.stringContaining('authorization'),
    ])
    const again = await get('/auction/document/rules', { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    expect((await get('/auction/document/rules', { 'if-none-match': etag, 'accept-language': 'en_US' })).status).toBe(
      200,
    )
    const none = await get('/auction/document/nothing')
    expect([none.headers.get('cache-control'), none.headers.get('etag')]).toEqual(['no-store', null])
    const own = await get('/auction/schedule/list', { authorization: 'Bearer not.good' })
    expect([own.headers.get('cache-control'), own.headers.get('etag')]).toEqual(['no-store', null])
  })
})
