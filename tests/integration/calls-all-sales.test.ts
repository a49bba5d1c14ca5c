import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { later, minor } from '../../src/domain/units.ts'
import { changeLot, findLot } from '../../src/server/store/lots.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { until } from '../support/http/until.ts'
import { accepted, addPeople, addSale } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

const LIST = '/auction/contractObject/list'
const FACETS = '/auction/contractObject/facets'

let house: House
let running: Sale
let tomorrow: Sale
let after: Sale

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  // Not in the order of their times.
  after = await addSale(house, { stand: 'published' })
  house.clock.offset = -3_600_000
  tomorrow = await addSale(house, { stand: 'published' })
  house.clock.offset = 0
  running = await addSale(house, { stand: 'running', bidders: ['c1'] })
  await addSale(house, { stand: 'preparing' })
  await addSale(house, { stand: 'running', practice: true })
})
afterAll(() => house.close())

const list = async (who: Login, query: Record<string, string> = {}) =>
  house.ask('GET', LIST, { token: await sellerToken(house, who), query })
const Rows = z.array(z.looseObject({ scheduleTimelineId: z.string(), lotNo: z.number() }))
/** `running 1`: the sale and the number of each lot. */
const lots = async (query: Record<string, string> = {}, who: Login = 'buyer1') => {
  const names = new Map([running, tomorrow, after].map(({ id }, at) => [id, ['running', 'tomorrow', 'after'][at]]))
  return Rows.parse((await list(who, query)).rows).map(
    ({ scheduleTimelineId, lotNo }) => `${names.get(scheduleTimelineId)} ${lotNo}`,
  )
}
const of = (sale: string, ...numbers: readonly number[]) => numbers.map((number) => `${sale} ${number}`)

describe('the list of all sales', () => {
  test('has the lots of every published sale, the next one first, each with its sale; practice is left out', async () => {
    expect(await lots()).toEqual([...of('running', 1, 2, 3), ...of('tomorrow', 1, 2, 3), ...of('after', 1, 2, 3)])
    const answer = await list('buyer1')
    expect(answer).toMatchObject({ code: 200, total: 9 })
    expect(answer.rows?.[0]).toMatchObject({ scheduleName: '春季木材竞价会', status: 'open', lotNo: 1 })
    expect(answer.rows?.[3]).toMatchObject({ scheduleTimelineId: tomorrow.id, status: 'waiting' })
  })

  test('is paged across sales', async () => {
    expect(await lots({ pageNum: '1', pageSize: '2' })).toEqual(of('running', 1, 2))
    expect(await lots({ pageNum: '2', pageSize: '2' })).toEqual([...of('running', 3), ...of('tomorrow', 1)])
    expect(await lots({ pageNum: '2', pageSize: '4' })).toEqual([...of('tomorrow', 2, 3), ...of('after', 1, 2)])
    // One sale lies whole between two others.
    await Promise.all([
      expect(lots({ pageNum: '1', pageSize: '8' })).resolves.toEqual([
        ...of('running', 1, 2, 3),
        ...of('tomorrow', 1, 2, 3),
        ...of('after', 1, 2),
      ]),
      expect(lots({ pageNum: '3', pageSize: '4' })).resolves.toEqual(of('after', 3)),
    ])
    expect(await lots({ pageNum: '9', pageSize: '4' })).toEqual([])
    expect(await list('buyer1', { pageNum: '9', pageSize: '4' })).toMatchObject({ total: 9 })
  })

  test('is filtered, searched, and ordered as one list', async () => {
    expect(await lots({ species: '柚木' })).toEqual(['running 2', 'tomorrow 2', 'after 2'])
    expect(await lots({ keyword: 'teak' })).toEqual(['running 2', 'tomorrow 2', 'after 2'])
    expect(await lots({ status: 'open' })).toEqual(of('running', 1, 2))
    expect(await lots({ status: 'waiting', species: 'teak' })).toEqual(['tomorrow 2', 'after 2'])
    expect(await lots({ minPrice: '1200' })).toEqual(['running 3', 'tomorrow 3', 'after 3'])
    expect(await lots({ sort: '-quantity', pageSize: '4' })).toEqual([
      'running 3',
      'tomorrow 3',
      'after 3',
      'running 2',
    ])
    await accepted(
      house.rooms.give(
        running.id,
        { type: 'bid', lot: running.lots[0]!, price: minor(123_000), notAfter: later(house.clock.now(), 9_000) },
        { actor: 'bidder:1', account: 'buyer1' },
      ),
    )
    expect(await lots({ sort: '-price', pageSize: '3' })).toEqual(['running 1', 'running 3', 'tomorrow 3'])
    expect((await list('buyer1')).rows?.[0]).toMatchObject({ price: '1230.00', bidCount: 1 })
    expect(await list('buyer1', { species: 'oak' })).toMatchObject({ code: 200, total: 0, rows: [] })
  })

  test('of one sale is asked for by its id and `open`', async () => {
    expect(await lots({ scheduleTimelineId: tomorrow.id, open: 'true' })).toEqual(of('tomorrow', 1, 2, 3))
  })

  test('keeps the reader’s own marks', async () => {
    const token = await sellerToken(house, 'buyer1')
    const body = { contractObjectId: after.lots[1] }
    expect(await house.ask('POST', '/auction/biddingAttentionInfo/add', { token, body })).toMatchObject({ code: 200 })
    expect(await lots({ watched: 'true' })).toEqual(['after 2'])
    expect(await lots({ watched: 'true', status: 'waiting' })).toEqual(['after 2'])
    expect(await lots({ watched: 'true' }, 'buyer2')).toEqual([])
  })
})

describe('is read', () => {
  test('by certified companies, the audience, hosts and operators', async () => {
    for (const who of ['buyer2', 'audience1', 'host', 'admin', 'seller1'] as const)
      expect([who, (await list(who)).total]).toEqual([who, 9])
  })

  test('not without a certificate; each is told what is missing', async () => {
    for (const who of ['newbie', 'pending'] as const) {
      expect(await list(who)).toMatchObject({ code: 403, reason: 'catalogue.not_certified' })
      const token = await sellerToken(house, who)
      expect(await house.ask('GET', FACETS, { token })).toMatchObject({ code: 403, reason: 'catalogue.not_certified' })
    }
    expect(await list('suspended')).toMatchObject({ code: 403, reason: 'auth.account_suspended' })
    expect(await house.ask('GET', LIST)).toMatchObject({ code: 401, reason: 'auth.token_missing' })
  })

  test('as far as a company sells there, by a seller who is not certified', async () => {
    await changeLot(house.store.db, tomorrow.lots[0]!, { sellerCompanyId: 'c4' })
    expect(await lots({}, 'pending')).toEqual(of('tomorrow', 1, 2, 3))
    await changeLot(house.store.db, tomorrow.lots[0]!, { sellerCompanyId: 'sellerco' })
    expect(await list('pending')).toMatchObject({ code: 403 })
  })

  test('with a room’s token as far as that room', async () => {
    const token = await venueToken(house, 'buyer1', running)
    const rows = Rows.parse((await house.ask('GET', LIST, { token })).rows)
    expect(new Set(rows.map(({ scheduleTimelineId }) => scheduleTimelineId))).toEqual(new Set([running.id]))
  })
})

test('the choices are those of all sales, and the sales themselves with what is open in each', async () => {
  const token = await sellerToken(house, 'buyer1')
  const { data } = await house.ask('GET', FACETS, { token, headers: { 'accept-language': 'en_US' } })
  expect(data).toMatchObject({
    sales: [
      { scheduleTimelineId: running.id, name: 'Spring timber sale', state: 4, openLots: 3 },
      { scheduleTimelineId: tomorrow.id, state: 2, openLots: 3 },
      { scheduleTimelineId: after.id },
    ],
    species: ['Spruce', 'Teak'],
    currency: 'CNY',
  })
  const one = await house.ask('GET', FACETS, { token, query: { scheduleTimelineId: after.id } })
  expect(one.data).toMatchObject({ sales: [{ scheduleTimelineId: after.id, openLots: 3 }] })
})

test('what has ended leaves the list; its own sale still shows it', async () => {
  const gone = running.lots[1]!
  await accepted(
    house.rooms.give(
      running.id,
      { type: 'withdrawLot', lot: gone, reason: 'damaged' },
      { actor: 'operator', account: 'admin' },
    ),
  )
  await until(async () => (await findLot(house.store.db, gone))?.outcome === 'withdrawn')
  const left = [...of('running', 1, 3), ...of('tomorrow', 1, 2, 3), ...of('after', 1, 2, 3)]
  expect(await lots()).toEqual(left)
  expect(await lots({ minPrice: '1' })).toEqual(left)
  expect(await lots({ scheduleTimelineId: running.id, open: 'true' })).toEqual(of('running', 1, 3))
  expect(await lots({ scheduleTimelineId: running.id })).toEqual(of('running', 1, 2, 3))
})
