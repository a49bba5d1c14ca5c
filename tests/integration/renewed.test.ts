import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { IM_USED, ROWS_IM, wholeRows } from '../../src/contract/changed-rows.ts'
import { later, minor } from '../../src/domain/units.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { accepted, addPeople, addSale } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

// Pages that follow a sale ask again each minute; an answer that has not changed costs its headers alone.

let house: House
let sale: Sale
let buyer: string
let paths: Readonly<Record<'catalogue' | 'lot' | 'session', string>>
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 21 })
  buyer = await sellerToken(house, 'buyer1')
  paths = {
    catalogue: `/auction/contractObject/list?scheduleTimelineId=${sale.id}&pageNum=1&pageSize=20`,
    lot: `/auction/contractObject/${sale.lots[0]}`,
    session: `/auction/scheduleTimeline/${sale.id}`,
  }
})
afterAll(() => house.close())

const Listed = z.object({ rows: z.array(z.unknown()) })
const ask = (path: string, mark?: string, token = buyer) =>
  house.ask('GET', path, { token, ...(mark !== undefined && { headers: { 'if-none-match': mark } }) })
const markOf = ({ http }: Answered): string => String(http.headers['etag'])
/** Bytes of an answer as HTTP/1.1 sends it. */
const weightOf = ({ http }: Pick<Answered, 'http'>): number =>
  Object.entries(http.headers).reduce((sum, [name, value]) => sum + `${name}: ${String(value)}\r\n`.length, 0) +
  http.rawPayload.length

describe('a page that is looked at', () => {
  test('is not sent again what it has, at most 1 kB a minute in all', async () => {
    const asked = await Promise.all(
      Object.values(paths).map(async (path) => {
        const first = await ask(path)
        expect([first.code, first.http.headers['cache-control']]).toEqual([200, 'no-store'])
        const again = await ask(path, markOf(first))
        expect([again.http.statusCode, again.http.rawPayload.length, markOf(again)]).toEqual([304, 0, markOf(first)])
        return weightOf(again)
      }),
    )
    const [catalogue = 0, , session = 0] = asked
    expect(catalogue + session).toBeLessThanOrEqual(1_000)
  })

  test('is sent what has changed', async () => {
    const [catalogue, lot] = await Promise.all([ask(paths.catalogue), ask(paths.lot)])
    await accepted(
      house.rooms.give(
        sale.id,
        { type: 'bid', lot: sale.lots[0] ?? '', price: minor(100_000), notAfter: later(house.clock.now(), 60_000) },
        { actor: 'bidder:1', account: 'buyer1' },
      ),
    )
    for (const [path, before] of [
      [paths.catalogue, catalogue],
      [paths.lot, lot],
    ] as const) {
      const again = await ask(path, markOf(before))
      expect(again.http.statusCode).toBe(200)
      expect(JSON.stringify(again.rows ?? again.data)).toContain('"price":"1000.00"')
    }
  })

  test('is sent the rows that changed, and the places of the others: with prices that move it is 1 kB a minute too', async () => {
    const takes = { 'a-im': ROWS_IM, 'accept-encoding': 'br' }
    const fresh = await ask(paths.catalogue)
    const had = Listed.parse(JSON.parse(fresh.http.payload)).rows
    await accepted(
      house.rooms.give(
        sale.id,
        { type: 'bid', lot: sale.lots[3] ?? '', price: minor(130_000), notAfter: later(house.clock.now(), 60_000) },
        { actor: 'bidder:2', account: 'buyer2' },
      ),
    )
    const delta = await house.app.inject({
      url: `/prod-api${paths.catalogue}`,
      headers: { authorization: `Bearer ${buyer}`, 'if-none-match': markOf(fresh), ...takes },
    })
    expect([delta.statusCode, delta.headers['im']]).toEqual([IM_USED, ROWS_IM])
    const { rows } = Listed.parse(JSON.parse(delta.payload))
    const changed = rows.filter((row) => typeof row !== 'number')
    expect(changed).toEqual([[3, { price: '1300.00', bidCount: 1 }]])
    expect(wholeRows(rows, had)).toEqual((await ask(paths.catalogue)).rows)
    // A copy that this node never sent, and a caller that takes no changed rows.
    for (const headers of [{ 'if-none-match': 'W/"unknown"', 'a-im': ROWS_IM }, { 'if-none-match': markOf(fresh) }])
      expect((await house.ask('GET', paths.catalogue, { token: buyer, headers })).rows).toHaveLength(20)
    const session = await ask(paths.session)
    // The session is asked for every third minute.
    const asked = weightOf({ http: delta }) + weightOf(await ask(paths.session, markOf(session))) / 3
    expect(asked).toBeLessThanOrEqual(1_000)
  })

  test('has a mark for what one reader sees in one language; a refusal has none', async () => {
    const mine = await ask(paths.lot)
    await house.ask('POST', '/auction/biddingAttentionInfo/add', {
      token: buyer,
      body: { contractObjectId: sale.lots[0] },
    })
    const watched = await ask(paths.lot, markOf(mine))
    const english = await house.ask('GET', paths.lot, {
      token: buyer,
      headers: { 'if-none-match': markOf(mine), 'accept-language': 'en_US' },
    })
    expect([watched.http.statusCode, english.http.statusCode]).toEqual([200, 200])
    const refused = await ask('/auction/contractObject/none', markOf(mine))
    expect([refused.code, refused.http.headers['etag']]).toEqual([404, undefined])
    const stranger = await ask(paths.lot, markOf(mine), 'no.token')
    expect([stranger.code, stranger.http.headers['etag']]).toEqual([401, undefined])
  })
})
