import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { later, minor } from '../../src/domain/units.ts'
import { changeAccount } from '../../src/server/store/accounts.ts'
import { changeLot, findLot } from '../../src/server/store/lots.ts'
import { registration } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken, venueToken } from '../support/http/people.ts'
import { accepted, addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

const LIST = '/auction/contractObject/list'
const SCHEDULES = '/auction/schedule'
const ADD = '/auction/biddingRegistration/add'

let house: House
let running: Sale
let published: Sale
let preparing: Sale
let practice: Sale
let byOperator: Sale
const tokens = new Map<Login, string>()

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  running = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], reserve: 150_000 })
  published = await addSale(house, { stand: 'published' })
  preparing = await addSale(house, { stand: 'preparing' })
  practice = await addSale(house, { stand: 'running', practice: true })
  byOperator = await addSale(house, { stand: 'published', rule: { admission: 'operator' } })
  for (const who of [
    'admin',
    'host',
    'seller1',
    'buyer1',
    'buyer2',
    'buyer3',
    'audience1',
    'newbie',
    'pending',
    'suspended',
    'unsigned',
  ] as const) {
    tokens.set(who, await sellerToken(house, who))
  }
})
afterAll(() => house.close())

const as = (who: Login) => ({ token: tokens.get(who) })
const list = (who: Login, sale: Sale, query: Record<string, string> = {}) =>
  house.ask('GET', LIST, { ...as(who), query: { scheduleTimelineId: sale.id, ...query } })
const lotNos = async (query: Record<string, string>, who: Login = 'buyer1', sale = running) =>
  z
    .array(z.looseObject({ lotNo: z.number() }))
    .parse((await list(who, sale, query)).rows)
    .map(({ lotNo }) => lotNo)

describe('schedules', () => {
  test('are listed for everybody, next first, with the state of each session', async () => {
    const all = await house.ask('GET', `${SCHEDULES}/list`)
    expect(all).toMatchObject({ code: 200, total: 4 })
    expect(all.rows?.[0]).toMatchObject({
      scheduleId: running.scheduleId,
      name: '春季木材竞价会',
      venue: '太仓',
      practice: false,
      state: 4,
    })
    expect(all.rows?.[0]).toMatchObject({
      timelines: [{ scheduleTimelineId: running.id, state: 4, stage: 'bidding', lotCount: 3, soldCount: 0 }],
    })
    expect(JSON.stringify(all.rows)).not.toContain('"mine"')
    expect((await house.ask('GET', `${SCHEDULES}/list`, { query: { state: '1' } })).rows).toEqual([])
    expect((await house.ask('GET', `${SCHEDULES}/list`, { query: { practice: 'true' } })).rows).toMatchObject([
      { scheduleId: practice.scheduleId, practice: true },
    ])
    expect(await house.ask('GET', `${SCHEDULES}/list`, { query: { pageNum: '2', pageSize: '2' } })).toMatchObject({
      total: 4,
      rows: [{}, {}],
    })
    expect(await house.ask('GET', `${SCHEDULES}/list`, { query: { pageNum: '9', pageSize: '2' } })).toMatchObject({
      total: 4,
      rows: [],
    })
  })

  test('tell a caller with a good token its part in each; a bad token is as good as none', async () => {
    const mine = async (who: Login, sale: Sale) => {
      const { data } = await house.ask('GET', `${SCHEDULES}/${sale.scheduleId}`, as(who))
      return z.object({ timelines: z.array(z.object({ mine: z.unknown() })) }).parse(data).timelines[0]?.mine
    }
    expect(await mine('buyer1', running)).toEqual({ identityType: 1, biddingNumber: 1, registered: true })
    expect(await mine('buyer3', running)).toEqual({ identityType: 4, biddingNumber: null, registered: false })
    expect(await mine('host', running)).toEqual({ identityType: 3, biddingNumber: null, registered: false })
    expect(await mine('seller1', running)).toEqual({ identityType: 2, biddingNumber: null, registered: false })
    expect(await mine('newbie', running)).toBeNull()
    expect(await mine('newbie', practice)).toEqual({ identityType: 1, biddingNumber: null, registered: false })
    expect(await mine('audience1', practice)).toEqual({ identityType: 4, biddingNumber: null, registered: false })
    const bad = await house.ask('GET', `${SCHEDULES}/${running.scheduleId}`, { token: 'A'.repeat(43) })
    expect(bad).toMatchObject({ code: 200, data: { timelines: [{ scheduleTimelineId: running.id }] } })
    expect(JSON.stringify(bad.data)).not.toContain('"mine"')
  })

  test('speak the language of the request; one that is not there is code 404', async () => {
    expect(
      await house.ask('GET', `${SCHEDULES}/${running.scheduleId}`, {
        headers: { 'accept-language': 'en-GB,en;q=0.9' },
      }),
    ).toMatchObject({ data: { name: 'Spring timber sale', venue: 'Taicang' }, msg: 'Done' })
    expect(await house.ask('GET', `${SCHEDULES}/nowhere`)).toMatchObject({ code: 404, reason: 'resource.not_found' })
  })

  test('are found by the id of a session, as the caller may see them', async () => {
    const of = (id: string, who?: Login) =>
      house.ask('GET', `/auction/scheduleTimeline/${id}`, who === undefined ? {} : as(who))
    const listed = await house.ask('GET', `${SCHEDULES}/${running.scheduleId}`)
    expect(await of(running.id)).toMatchObject({ code: 200, data: listed.data })
    const mine = async (who: Login) =>
      z.object({ timelines: z.array(z.object({ mine: z.unknown() })) }).parse((await of(running.id, who)).data)
        .timelines[0]?.mine
    expect(await mine('buyer1')).toEqual({ identityType: 1, biddingNumber: 1, registered: true })
    expect(await mine('newbie')).toBeNull()
    expect(await of('nowhere')).toMatchObject({ code: 404, reason: 'resource.not_found' })
  })
})

describe('the catalogue', () => {
  test('is read by certified companies, its sellers, its host, operators and the audience; others are told what they lack', async () => {
    for (const who of ['buyer1', 'buyer3', 'seller1', 'host', 'admin', 'audience1'] as const)
      expect((await list(who, running)).code).toBe(200)
    for (const who of ['newbie', 'pending'] as const) {
      expect(await list(who, running)).toMatchObject({
        code: 403,
        reason: 'catalogue.not_certified',
        msg: '仅认证企业可以查看标的目录，请先完成企业认证。',
      })
      expect((await house.ask('GET', `/auction/contractObject/${running.lots[0]}`, as(who))).reason).toBe(
        'catalogue.not_certified',
      )
    }
    expect((await list('suspended', running)).reason).toBe('auth.account_suspended')
    for (const who of ['newbie', 'pending'] as const) expect((await list(who, practice)).code).toBe(200)
    // A draft answers as missing for others.
    for (const who of ['buyer1', 'newbie', 'suspended'] as const)
      expect(await list(who, preparing)).toMatchObject({ code: 404, reason: 'session.not_found' })
    expect((await list('host', preparing)).rows).toHaveLength(3)
    expect((await list('host', preparing)).rows?.[0]).toMatchObject({
      status: 'waiting',
      price: null,
      startPrice: '1000.00',
    })
    // In preparation, host and operators read the whole catalogue, each seller its own lots.
    for (const [who, lots] of [
      ['admin', 3],
      ['seller1', 2],
    ] as const)
      expect((await list(who, preparing)).rows).toHaveLength(lots)
    expect(await house.ask('GET', `/auction/contractObject/${preparing.lots[2]}`, as('seller1'))).toMatchObject({
      code: 404,
    })
    for (const who of ['audience1', 'buyer3'] as const)
      expect((await list(who, preparing)).reason).toBe('session.not_found')
    expect((await house.ask('GET', `${SCHEDULES}/${preparing.scheduleId}`, as('seller1'))).data).toMatchObject({
      timelines: [{ mine: { identityType: 2 } }],
    })
    expect(await house.ask('GET', LIST, { ...as('buyer1'), query: { scheduleTimelineId: 'nowhere' } })).toMatchObject({
      code: 404,
      reason: 'session.not_found',
    })
    expect((await house.ask('GET', LIST, { query: { scheduleTimelineId: running.id } })).reason).toBe(
      'auth.token_missing',
    )
  })

  test('shows a lot with its terms in the language of the request and where it stands in the room', async () => {
    const before = await list('buyer1', running)
    expect(before).toMatchObject({ total: 3 })
    expect(before.rows?.[0]).toMatchObject({
      contractObjectId: running.lots[0],
      lotNo: 1,
      name: '方材',
      species: '云杉',
      origin: '芬兰',
      departurePort: '科特卡',
      arrivalPort: 'taicang',
      quantity: '10.000',
      unit: 'm3',
      startPrice: '1000.00',
      addRange: '10.00',
      currency: 'CNY',
      amount: '10000.00',
      price: null,
      bidCount: 0,
      status: 'open',
      watched: false,
      thumbnail: '/common/pictures/spruce-pile-1.thumb.avif',
      specification: '2500–5800\u00a0mm',
    })
    const bid = {
      type: 'bid',
      lot: running.lots[0]!,
      price: minor(123_000),
      notAfter: later(house.clock.now(), 9_000),
    } as const
    await accepted(house.rooms.give(running.id, bid, { actor: 'bidder:1', account: 'buyer1' }))
    const english = await house.ask('GET', `/auction/contractObject/${running.lots[0]}`, {
      ...as('buyer1'),
      headers: { 'accept-language': 'en_US' },
    })
    expect(english).toMatchObject({
      code: 200,
      data: {
        name: 'Square timber',
        species: 'Spruce',
        origin: 'Finland',
        price: '1230.00',
        bidCount: 1,
        amount: '12300.00',
        sellerCode: 'S1',
        scheduleName: 'Spring timber sale',
        pictures: ['/common/pictures/spruce-pile-1.avif'],
      },
    })
  })

  test('shows a reserve to the seller of the lot and to operators alone', async () => {
    const reserve = async (who: Login) =>
      z
        .object({ reserve: z.string().nullable() })
        .parse((await house.ask('GET', `/auction/contractObject/${running.lots[0]}`, as(who))).data).reserve
    expect(await Promise.all((['seller1', 'admin', 'buyer1', 'host', 'audience1'] as const).map(reserve))).toEqual([
      '1500.00',
      '1500.00',
      null,
      null,
      null,
    ])
    expect(await house.ask('GET', `/auction/contractObject/${running.lots[2]}`, as('seller1'))).toMatchObject({
      data: { sellerCode: 'S2', reserve: null },
    })
  })

  test('is filtered, searched in both languages, sorted and paged', async () => {
    expect(await lotNos({ species: 'teak' })).toEqual([2])
    expect(await lotNos({ species: '云杉' })).toEqual([1, 3])
    expect(await lotNos({ species: 'SPRUCE' })).toEqual([1, 3])
    expect(await lotNos({ keyword: 'teak finland' })).toEqual([2])
    expect(await lotNos({ keyword: '3' })).toEqual([3])
    expect(await lotNos({ keyword: '% _' })).toEqual([])
    expect(await lotNos({ status: 'waiting' })).toEqual([3])
    expect(await lotNos({ sort: '-price' })).toEqual([1, 3, 2])
    expect(await lotNos({ sort: '-quantity' })).toEqual([3, 2, 1])
    expect(await lotNos({ minPrice: '1100', maxPrice: '1200.00' })).toEqual([2, 3])
    expect(await lotNos({ pageNum: '2', pageSize: '2' })).toEqual([3])
    expect(await list('buyer1', running, { pageNum: '2', pageSize: '2' })).toMatchObject({ total: 3 })
    expect(await list('buyer1', running, { minPrice: 'cheap' })).toMatchObject({
      code: 400,
      errors: [{ path: 'query.minPrice' }],
    })
  })

  test("of another session is closed to a venue token; its own session's is open", async () => {
    const venue = await venueToken(house, 'buyer1', running)
    expect((await house.ask('GET', LIST, { token: venue, query: { scheduleTimelineId: running.id } })).code).toBe(200)
    expect(await house.ask('GET', LIST, { token: venue, query: { scheduleTimelineId: published.id } })).toMatchObject({
      code: 403,
      reason: 'auth.wrong_session',
    })
    expect((await house.ask('GET', `/auction/contractObject/${published.lots[0]}`, { token: venue })).reason).toBe(
      'auth.wrong_session',
    )
    expect((await house.ask('GET', '/auction/contractObject/nothing', { token: venue })).code).toBe(404)
  })
})

describe('sizes and trade areas', () => {
  beforeAll(async () => {
    const { db } = house.store
    for (const sale of [running, preparing]) {
      const [first, second, third] = sale.lots
      await changeLot(db, first!, { length: '2500-5800', thickness: '52', width: '150-400', tradeArea: 'east' })
      await changeLot(db, second!, { length: '3900', thickness: null, diameter: '200-340' })
      await changeLot(db, third!, { length: '约5000', thickness: '', diameter: '26.5' })
    }
  })

  test.each<[Record<string, string>, number[]]>([
    // Ranges match by overlap: part of the pack has this length.
    [{ minLength: '5800' }, [1]],
    [{ minLength: '5801' }, []],
    [{ maxLength: '2500' }, [1]],
    [{ maxLength: '2499' }, []],
    [{ minLength: '3000', maxLength: '4000' }, [1, 2]],
    // A single number is a range of its own; a size that is unclear never matches.
    [{ minLength: '3900', maxLength: '3900' }, [1, 2]],
    [{ minLength: '1', maxLength: '99999' }, [1, 2]],
    // Boards match by thickness, logs by diameter; widths do not count.
    [{ maxSection: '60' }, [1]],
    [{ minSection: '340' }, [2]],
    [{ minSection: '53', maxSection: '199' }, []],
    [{ minSection: '1' }, [1, 2]],
    [{ minLength: '3900', minSection: '60' }, [2]],
    [{ minLength: '3000', species: 'spruce' }, [1]],
    [{ minLength: '3000', maxPrice: '1150', minPrice: '1050' }, [2]],
    [{ minLength: '3000', sort: '-quantity' }, [2, 1]],
    [{ tradeArea: 'east' }, [1]],
    [{ tradeArea: 'south' }, [2, 3]],
    [{ tradeArea: 'north' }, []],
  ])('%j', async (query, expected) => {
    expect(await lotNos(query)).toEqual(expected)
    expect(await lotNos(query, 'host', preparing)).toEqual(expected)
    expect(await list('buyer1', running, query)).toMatchObject({ total: expected.length })
  })

  test.each(['0', '-5', '2.5', 'long', '100000', ''])('a size of %j is refused', async (minSection) => {
    expect(await list('buyer1', running, { minSection })).toMatchObject({
      code: 400,
      errors: [{ path: 'query.minSection' }],
    })
  })

  test.each<[text: string, least: number, most: number]>([
    ['5000+', 5_000, 1_000_000],
    ['5000-11800', 5_000, 11_800],
    ['27 (4/4)', 27, 27],
    // As nodes of the release before write them.
    ['2500–5800', 2_500, 5_800],
    ['27（4/4）', 27, 27],
  ])('%s is found from end to end', async (text, least, most) => {
    const { db } = house.store
    const [id] = running.lots
    await changeLot(db, id!, { length: text, thickness: text })
    const { lengthMin, lengthMax, sectionMin, sectionMax } = (await findLot(db, id!))!
    expect([lengthMin, lengthMax, sectionMin, sectionMax]).toEqual([least, most, least, most])
    const found = async (range: Record<string, string>) => (await lotNos(range)).includes(1)
    const end = String(Math.min(most, 99_999))
    expect([await found({ minLength: end }), await found({ maxLength: String(least) })]).toEqual([true, true])
    expect([await found({ minSection: end }), await found({ maxSection: String(least) })]).toEqual([true, true])
    expect(await found({ maxLength: String(least - 1) })).toBe(false)
    if (most < 99_999) expect(await found({ minLength: String(most + 1) })).toBe(false)
  })

  test('5000+ is found from 4 m to 12 m', async () => {
    await changeLot(house.store.db, running.lots[0]!, { length: '5000+' })
    expect(await lotNos({ minLength: '4000', maxLength: '12000' })).toContain(1)
  })

  test.each(['待定', '约5000', '26.5', '50×150×5000', '2500, 3000', ''])('%j is found by no size', async (text) => {
    await changeLot(house.store.db, running.lots[0]!, { length: text, thickness: text, diameter: null })
    expect(await lotNos({ minLength: '1' })).not.toContain(1)
    expect(await lotNos({ maxSection: '99999' })).not.toContain(1)
  })

  test('the choices name the currency that all lots have', async () => {
    const facets = (sale: Sale) =>
      house.ask('GET', '/auction/contractObject/facets', { ...as('admin'), query: { scheduleTimelineId: sale.id } })
    expect((await facets(preparing)).data).toMatchObject({ tradeArea: ['east', 'south'], currency: 'CNY' })
    await changeLot(house.store.db, published.lots[1]!, { currency: 'USD' })
    expect((await facets(published)).data).toMatchObject({ currency: null })
  })
})

describe('watching a lot', () => {
  const watch = (who: Login, what: 'add' | 'cancel', contractObjectId: string | undefined) =>
    house.ask('POST', `/auction/biddingAttentionInfo/${what}`, { ...as(who), body: { contractObjectId } })

  test('is kept per account, and repeating it changes nothing', async () => {
    for (const times of [1, 2])
      expect([times, (await watch('buyer1', 'add', running.lots[1])).code]).toEqual([times, 200])
    expect(await lotNos({ watched: 'true' })).toEqual([2])
    expect(await lotNos({ watched: 'true' }, 'buyer2')).toEqual([])
    expect(await house.ask('GET', `/auction/contractObject/${running.lots[1]}`, as('buyer1'))).toMatchObject({
      data: { watched: true },
    })
    for (const times of [1, 2])
      expect([times, (await watch('buyer1', 'cancel', running.lots[1])).code]).toEqual([times, 200])
    expect(await lotNos({ watched: 'true' })).toEqual([])
  })

  test('needs a lot that is there and may be seen', async () => {
    expect((await watch('buyer1', 'add', 'nothing')).reason).toBe('resource.not_found')
    expect((await watch('newbie', 'add', running.lots[1])).reason).toBe('catalogue.not_certified')
    expect(await watch('buyer1', 'add', undefined)).toMatchObject({
      code: 400,
      errors: [{ path: 'body.contractObjectId' }],
    })
  })
})

describe('signing up', () => {
  const add = (who: Login, sale: Sale, headers = {}) =>
    house.ask('POST', ADD, { ...as(who), body: { scheduleTimelineId: sale.id }, headers })

  test('admits a certified company at once, under a number of its own, once', async () => {
    const before = await seqOf(house, published)
    const first = await add('buyer1', published)
    expect(first).toMatchObject({
      code: 200,
      data: {
        scheduleTimelineId: published.id,
        scheduleName: '春季木材竞价会',
        biddingNumber: 1,
        identityType: 1,
        state: 2,
        lotCount: 3,
      },
    })
    // The PIN is shown once.
    expect((await add('buyer1', published)).data).toEqual({ ...z.object({}).loose().parse(first.data), pin: null })
    expect(await seqOf(house, published)).toBe(before + 1)
    expect((await add('buyer2', published)).data).toMatchObject({ biddingNumber: 2 })
  })

  test('tells the operator alone of bidders with one bank account', async () => {
    await add('buyer2', published)
    await add('buyer3', published)
    const logOf = async (who: Login) =>
      (
        await house.ask('GET', '/auction/venue/log', {
          token: await venueToken(house, who, published),
          query: { scheduleTimelineId: published.id },
        })
      ).http.body
    expect(await logOf('admin')).toContain('bankAccount:c2')
    expect(await logOf('host')).toContain('bidder.admitted')
    expect(await logOf('host')).not.toContain('bankAccount')
    for (const who of ['buyer1', 'buyer3', 'seller1'] as const)
      expect(await logOf(who)).toContain('session.not_finished')
  })

  test.each<[Login, () => Sale, number, string]>([
    ['newbie', () => published, 601, 'bidder.not_certified'],
    ['pending', () => published, 601, 'bidder.not_certified'],
    ['unsigned', () => published, 601, 'bidder.no_agreement'],
    ['seller1', () => published, 601, 'bidder.sells_here'],
    ['host', () => published, 601, 'bidder.hosts_here'],
    ['suspended', () => published, 403, 'auth.account_suspended'],
    ['buyer3', () => running, 601, 'session.sign_up_closed'],
    ['buyer3', () => preparing, 404, 'session.not_found'],
    ['host', () => preparing, 601, 'session.not_started'],
    ['pending', () => byOperator, 601, 'bidder.not_certified'],
    ['seller1', () => byOperator, 601, 'bidder.sells_here'],
  ])('%s is refused, and nothing is written', async (who, sale, code, reason) => {
    const before = await seqOf(house, sale())
    expect(await add(who, sale())).toMatchObject({ code, reason })
    expect(await seqOf(house, sale())).toBe(before)
  })

  test.each([
    { roles: ['buyer', 'admin'], permissions: [] },
    { roles: ['buyer'], permissions: ['sale:session:read'] },
    { roles: ['buyer'], permissions: ['*:*:*'] },
  ])('A12: a company with %o among its accounts is refused (mend 8)', async (rights) => {
    const sale = await addSale(house, { stand: 'published', lots: 1 })
    const before = await seqOf(house, sale)
    const rightsOf = (set: typeof rights) => changeAccount(house.store.db, 'buyer3', set)
    await rightsOf(rights)
    try {
      expect(await add('buyer3', sale)).toMatchObject({ code: 601, reason: 'bidder.operates_here' })
      expect(await seqOf(house, sale)).toBe(before)
    } finally {
      await rightsOf({ roles: ['buyer'], permissions: [] })
    }
  })

  test('waits for the operator where the rule says so: no number until then, and repeating it changes nothing', async () => {
    const before = await seqOf(house, byOperator)
    const first = await add('buyer1', byOperator)
    expect(first).toMatchObject({ code: 200, data: { biddingNumber: null, identityType: 0 } })
    expect((await add('buyer1', byOperator)).data).toEqual(first.data)
    expect(await seqOf(house, byOperator)).toBe(before)
    const standing = { company: 'c1', status: 4, agreementInEffect: true, operates: false, flags: [] } as const
    await accepted(
      house.rooms.give(byOperator.id, { type: 'admit', standing }, { actor: 'operator', account: 'admin' }),
    )
    expect((await add('buyer1', byOperator)).data).toMatchObject({ biddingNumber: 1, identityType: 1 })
  })

  test('for practice takes every account that is not suspended', async () => {
    expect(await add('newbie', practice)).toMatchObject({ code: 200, data: { biddingNumber: 1, identityType: 1 } })
    expect((await add('suspended', practice)).reason).toBe('auth.account_suspended')
  })

  test('is listed for the company, newest session first', async () => {
    const own = await house.ask('GET', '/auction/biddingRegistration/list', as('buyer1'))
    expect(own.total).toBe(3)
    expect(own.rows).toMatchObject([
      { biddingNumber: 1 },
      { biddingNumber: 1 },
      { scheduleTimelineId: running.id, biddingNumber: 1, identityType: 1, state: 4 },
    ])
    expect((await house.ask('GET', '/auction/biddingRegistration/list', as('newbie'))).rows).toMatchObject([
      { scheduleTimelineId: practice.id },
    ])
    expect((await house.ask('GET', '/auction/biddingRegistration/list', as('seller1'))).rows).toEqual([])
    expect((await house.ask('GET', '/auction/biddingRegistration/list')).reason).toBe('auth.token_missing')
  })

  test('speaks English to an English request; a session that is not there is code 404', async () => {
    expect((await add('newbie', published, { 'accept-language': 'en_US' })).msg).toBe(
      'Only certified companies can sign up and bid. Please get your company certified first.',
    )
    expect(await house.ask('POST', ADD, { ...as('buyer1'), body: { scheduleTimelineId: 'nowhere' } })).toMatchObject({
      code: 404,
      reason: 'session.not_found',
    })
  })
})

const Sheet = z.object({
  scheduleTimelineId: z.string().nullable(),
  lots: z.array(z.looseObject({ lotNo: z.number(), swatch: z.string(), startPrice: z.string().nullable() })),
  newcomer: z.boolean(),
})
const sheet = async (who?: Login) =>
  Sheet.parse((await house.ask('GET', `${SCHEDULES}/contactSheet`, who === undefined ? {} : as(who))).data)

describe('the contact sheet', () => {
  test('opens with the sale that runs; its start prices are for readers of the catalogue', async () => {
    const visitor = await sheet()
    expect(visitor).toMatchObject({ scheduleTimelineId: running.id, newcomer: true })
    expect(visitor.lots.map(({ lotNo }) => lotNo)).toEqual([1, 2, 3])
    for (const who of [undefined, 'newbie', 'suspended'] as const)
      expect((await sheet(who)).lots.map(({ startPrice }) => startPrice)).toEqual([null, null, null])
    for (const who of ['buyer1', 'buyer3', 'seller1', 'host', 'admin'] as const)
      expect((await sheet(who)).lots.every(({ startPrice }) => startPrice !== null)).toBe(true)
    const bad = await house.ask('GET', `${SCHEDULES}/contactSheet`, { token: 'A'.repeat(43) })
    expect(JSON.stringify(bad.data)).not.toMatch(/"startPrice":"/)
  })

  test('knows who never had a bidding number', async () => {
    await house.store.db.delete(registration).where(eq(registration.accountId, 'buyer3'))
    const later = await addSale(house, { stand: 'published' })
    expect(await sheet('buyer3')).toMatchObject({ newcomer: true, scheduleTimelineId: running.id })
    expect(await house.ask('POST', ADD, { ...as('buyer3'), body: { scheduleTimelineId: later.id } })).toMatchObject({
      code: 200,
    })
    expect(await sheet('buyer3')).toMatchObject({ newcomer: false, scheduleTimelineId: running.id })
    expect((await sheet('pending')).newcomer).toBe(true)
  })
})
