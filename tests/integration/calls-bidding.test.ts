import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { Receipt } from '../../src/contract/verdict.ts'
import { later } from '../../src/domain/units.ts'
import { verifyReceipt } from '../../src/server/receipt.ts'
import { snapshotOf } from '../../src/server/room/snapshot.ts'
import { changeAccount } from '../../src/server/store/accounts.ts'
import { openHouse } from '../support/http/house.ts'
import type { Answered, Asking, House } from '../support/http/house.ts'
import { venueToken } from '../support/http/people.ts'
import { until } from '../support/http/until.ts'
import { castOf } from '../support/http/sales.ts'
import { accepted, addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'

const BID = '/auction/biddingCounterOfferInfo/bidOrCounteroffer'
const LOTS = '/auction/biddingVenueContractInfo'
const OfferId = z.looseObject({ offerId: z.string() })
const VERDICT = '/auction/biddingCounterOfferInfo/verdict'

let house: House
let sale: Sale
let other: Sale
let buyer1: string
let buyer2: string
let seller1: string
let host: string
let audience: string

beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], lots: 7 })
  other = await addSale(house, { stand: 'running', bidders: ['c1'] })
  ;[buyer1, buyer2, seller1, host, audience] = (await Promise.all(
    (['buyer1', 'buyer2', 'seller1', 'host', 'audience1'] as const).map((who) => venueToken(house, who, sale)),
  )) as [string, string, string, string, string]
})
afterAll(() => house.close())

const soon = () => new Date(later(house.clock.now(), 10_000)).toISOString()
const lot = (n: number) => ({ scheduleTimelineId: sale.id, contractObjectId: sale.lots[n - 1]! })
const bidOn = (n: number, price: string, more: Record<string, unknown> = {}) => ({
  ...lot(n),
  type: '1',
  price,
  bidKey: randomUUID(),
  notAfter: soon(),
  ...more,
})
const bid = (token: string, body: unknown, headers?: Record<string, string>) =>
  house.ask('POST', BID, { token, body, ...(headers && { headers }) })
const infoOf = (n: number, token = buyer1) => house.ask('GET', `${LOTS}/getBiddingInfo`, { token, query: lot(n) })
/** Runs it and expects that the log has not grown. */
async function writesNothing(run: () => Promise<Answered>): Promise<Answered> {
  const before = await seqOf(house, sale)
  const answer = await run()
  expect(await seqOf(house, sale)).toBe(before)
  return answer
}

describe('LAW bids: a bid', () => {
  test('that is accepted answers code 200 with its place in the log and a receipt that verifies', async () => {
    const answer = await bid(buyer1, bidOn(1, '1000.00'))
    expect(answer).toMatchObject({
      code: 200,
      data: { verdict: 'accepted', reason: null, price: '1000.00', seq: await seqOf(house, sale) },
    })
    const { receipt } = z.object({ receipt: Receipt }).parse(answer.data)
    const keys = await house.ask('GET', '/auction/receipt/keys')
    const published = z.array(z.object({ keyId: z.string(), publicKey: z.string() })).parse(keys.rows)
    expect(published[0]?.keyId).toBe(house.keyId)
    expect(verifyReceipt(receipt, published)).toBe(true)
    expect(receipt.body).toMatchObject({ biddingNumber: 1, price: '1000.00', contractObjectId: sale.lots[0] })
  })

  test('below the least is refused with code 601, the reason, the numbers and a text in the language of the request', async () => {
    const refusal = await bid(buyer2, bidOn(1, '1000.00'), { 'accept-language': 'en_US' })
    expect(refusal).toMatchObject({
      code: 601,
      reason: 'bid.below_next',
      msg: 'Your bid is too low. The least is now 1,010.00.',
      data: { verdict: 'refused', reason: 'bid.below_next', numbers: { nextPrice: 101_000 }, seq: null, receipt: null },
    })
    expect(refusal.http.statusCode).toBe(200)
    expect((await bid(buyer2, bidOn(1, '1000.00'))).msg).toBe('出价过低，当前最低须为 1,010.00。')
    expect((await bid(buyer1, bidOn(1, '1010.00'))).msg).toBe('您的出价已是最高价（1,000.00）')
  })

  test('under the same key gets the same verdict, forever; with other content it is refused', async () => {
    const body = bidOn(2, '1110.00')
    const [first, second] = await Promise.all([bid(buyer1, body), bid(buyer1, { ...body, notAfter: soon() })])
    expect(first.code).toBe(200)
    expect(second.data).toEqual(first.data)
    await bid(buyer2, bidOn(2, '1120.00'))
    expect((await writesNothing(() => bid(buyer1, body))).data).toEqual(first.data)
    expect(await writesNothing(() => bid(buyer1, { ...body, price: '1130.00' }))).toMatchObject({
      code: 601,
      reason: 'bid.key_reused',
    })
    expect(await writesNothing(() => bid(buyer1, { ...body, ...lot(3) }))).toMatchObject({
      code: 601,
      reason: 'bid.key_reused',
    })
    const refused = bidOn(2, '1120.00')
    const once = await bid(buyer1, refused)
    expect(once.reason).toBe('bid.below_next')
    expect((await bid(buyer1, refused)).data).toEqual(once.data)
  })

  test('can be asked about by its key, by its account alone; any other key is unknown', async () => {
    const body = bidOn(3, '1200.00')
    const given = await bid(buyer1, body)
    const asked = await house.ask('GET', VERDICT, { token: buyer1, query: { bidKey: body.bidKey } })
    expect(asked).toMatchObject({ code: 200, data: given.data })
    const low = bidOn(3, '1200.00')
    await bid(buyer2, low)
    expect(await house.ask('GET', VERDICT, { token: buyer2, query: { bidKey: low.bidKey } })).toMatchObject({
      code: 601,
      reason: 'bid.below_next',
      data: { verdict: 'refused' },
    })
    const unknown = {
      code: 200,
      data: { verdict: 'unknown', reason: null, seq: null, price: null, at: null, receipt: null },
    }
    expect(await house.ask('GET', VERDICT, { token: buyer2, query: { bidKey: body.bidKey } })).toMatchObject(unknown)
    expect(await house.ask('GET', VERDICT, { token: buyer1, query: { bidKey: randomUUID() } })).toMatchObject(unknown)
  })

  test('that comes after its notAfter is refused', async () => {
    const late = await writesNothing(() =>
      bid(buyer1, bidOn(4, '1300.00', { notAfter: new Date(later(house.clock.now(), -1)).toISOString() })),
    )
    expect(late).toMatchObject({ code: 601, reason: 'bid.too_late' })
  })

  test.each<[string, () => string, Partial<Answered>]>([
    ['the host', () => host, { code: 403, reason: 'auth.not_permitted' }],
    ['a seller', () => seller1, { code: 601, reason: 'identity.not_allowed' }],
    ['the audience', () => audience, { code: 403, reason: 'auth.not_permitted' }],
  ])('%s may not bid, and nothing is written', async (_who, token, refusal) => {
    expect(await writesNothing(() => bid(token(), bidOn(4, '1300.00')))).toMatchObject(refusal)
  })

  test("on another session's lot, or named in another session, is refused, and nothing is written in either", async () => {
    const before = await seqOf(house, other)
    const foreign = { contractObjectId: other.lots[0]! }
    expect(await writesNothing(() => bid(buyer1, { ...bidOn(1, '1500.00'), ...foreign }))).toMatchObject({
      code: 404,
      reason: 'resource.not_found',
    })
    expect(
      await writesNothing(() => bid(buyer1, { ...bidOn(1, '1500.00'), scheduleTimelineId: other.id })),
    ).toMatchObject({ code: 403, reason: 'auth.wrong_session' })
    expect(
      await writesNothing(() => bid(buyer1, { ...bidOn(1, '1500.00'), ...foreign, scheduleTimelineId: other.id })),
    ).toMatchObject({ code: 403, reason: 'auth.wrong_session' })
    expect(
      await writesNothing(() => bid(buyer1, { ...bidOn(1, '1500.00'), contractObjectId: 'constructor' })),
    ).toMatchObject({ code: 404 })
    expect(await seqOf(house, other)).toBe(before)
  })

  test('with a seller token is refused as the wrong sign-in, without one as none', async () => {
    expect(await writesNothing(() => house.ask('POST', BID, { body: bidOn(1, '1500.00') }))).toMatchObject({
      code: 401,
      reason: 'auth.token_missing',
    })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['a number for a price', { price: 1500 }, 'body.price'],
    ['three decimals', { price: '1500.001' }, 'body.price'],
    ['a negative price', { price: '-1' }, 'body.price'],
    ['an exponent', { price: '1e6' }, 'body.price'],
    ['a price beyond counting', { price: '99999999999999.00' }, 'body.price'],
    ['no key', { bidKey: undefined }, 'body.bidKey'],
    ['a key that is none', { bidKey: 'x' }, 'body.bidKey'],
    ['no time limit', { notAfter: undefined }, 'body.notAfter'],
    ['a time that is none', { notAfter: 'tomorrow' }, 'body.notAfter'],
    ['another type', { type: '7' }, 'body.type'],
  ])('with %s is code 400 and says where', async (_what, wrong, path) => {
    const answer = await writesNothing(() => bid(buyer1, bidOn(1, '1500.00', wrong)))
    expect(answer).toMatchObject({ code: 400, reason: 'input.invalid', errors: [{ path }] })
  })

  test('of an account that was suspended meanwhile is refused at once', async () => {
    await changeAccount(house.store.db, 'buyer2', { status: 0 })
    expect(await writesNothing(() => bid(buyer2, bidOn(4, '1300.00')))).toMatchObject({
      code: 403,
      reason: 'auth.account_suspended',
    })
    await changeAccount(house.store.db, 'buyer2', { status: 4 })
  })
})

describe('where a lot stands', () => {
  test('is told to everybody in the session', async () => {
    await bid(buyer1, bidOn(4, '1300.00'))
    const info = await infoOf(4, audience)
    expect(info).toMatchObject({
      code: 200,
      data: {
        price: '1300.00',
        leader: 1,
        nextPrice: '1310.00',
        bidCount: 1,
        status: 'open',
        currency: 'CNY',
        round: 1,
        startPrice: '1300.00',
        addRange: '10.00',
      },
    })
    expect(
      (await house.ask('GET', `${LOTS}/getBiddingInfo`, { token: buyer1, query: { ...lot(1), contractObjectId: 'x' } }))
        .code,
    ).toBe(404)
  })

  test('the host alone sees who bids, struck bids included', async () => {
    await bid(buyer2, bidOn(4, '1310.00'))
    const seq = await seqOf(house, sale)
    expect(
      (await house.ask('POST', '/auction/venue/void', { token: host, body: { ...lot(4), seq, reason: 'typo' } })).code,
    ).toBe(200)
    const compared = await house.ask('GET', `${LOTS}/getCompareBiddingInfo`, {
      token: host,
      query: lot(4),
      headers: { 'accept-language': 'en' },
    })
    expect(compared).toMatchObject({
      code: 200,
      data: {
        price: '1300.00',
        leader: 1,
        holdOffered: false,
        bids: [
          { seq, biddingNumber: 2, price: '1310.00', struck: true, round: 1, companyName: 'c2 Timber Ltd' },
          { biddingNumber: 1, struck: false, companyName: 'c1 Timber Ltd' },
        ],
      },
    })
    for (const token of [buyer1, seller1, audience]) {
      expect((await house.ask('GET', `${LOTS}/getCompareBiddingInfo`, { token, query: lot(4) })).reason).toBe(
        'auth.not_permitted',
      )
    }
    const list = await house.ask('POST', '/auction/biddingCounterOfferInfo/getList', {
      token: buyer1,
      body: { ...lot(4), type: '1' },
    })
    expect(list).toMatchObject({
      code: 200,
      total: 2,
      rows: [
        { biddingNumber: 2, struck: true, companyName: null },
        { biddingNumber: 1, companyName: null },
      ],
    })
  })

  test('`type` may be text or a number: a bid repeated in the other form is the same bid', async () => {
    const asNumber = bidOn(6, '1500.00', { type: 1 })
    const first = await bid(buyer1, asNumber)
    expect(first).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
    expect((await writesNothing(() => bid(buyer1, { ...asNumber, type: '1' }))).data).toEqual(first.data)
    for (const type of [3, '3', true, null, '01'])
      expect(await bid(buyer1, { ...asNumber, type }), String(type)).toMatchObject({
        code: 400,
        errors: [{ path: 'body.type' }],
      })
  })

  test('the list of bids takes `type`, `pageNum` and `pageSize` as text or as numbers', async () => {
    expect((await bid(buyer2, bidOn(6, '1510.00'))).code).toBe(200)
    const pageOf = async (more: object) =>
      house.ask('POST', '/auction/biddingCounterOfferInfo/getList', { token: buyer1, body: { ...lot(6), ...more } })
    for (const type of [1, '1']) expect(await pageOf({ type })).toMatchObject({ code: 200, total: 2 })
    for (const type of [2, '2']) expect(await pageOf({ type })).toMatchObject({ code: 200, total: 0, rows: [] })
    for (const [pageNum, pageSize] of [
      [2, 1],
      ['2', '1'],
    ])
      expect(await pageOf({ type: 1, pageNum, pageSize })).toMatchObject({
        total: 2,
        rows: [{ price: '1500.00', biddingNumber: 1 }],
      })
    for (const wrong of [{ pageNum: 0 }, { pageNum: '0' }, { pageSize: 'x' }, { pageSize: 101 }, { pageSize: true }])
      expect(await pageOf({ type: 1, ...wrong }), JSON.stringify(wrong)).toMatchObject({
        code: 400,
        errors: [{ path: `body.${Object.keys(wrong)[0]}` }],
      })
  })
})

describe('LAW ceilings', () => {
  const CEILING = '/auction/biddingCeilingInfo'
  const ceiling = (n: number, amount: string) => ({
    ...lot(n),
    amount,
    mode: 'standing',
    bidKey: randomUUID(),
    notAfter: soon(),
  })

  test('a ceiling answers a challenge, and is taken away again; no other viewer learns of it', async () => {
    expect(await house.ask('POST', `${CEILING}/set`, { token: buyer1, body: ceiling(5, '1500.00') })).toMatchObject({
      code: 200,
      data: { verdict: 'accepted', price: null },
    })
    expect((await bid(buyer2, bidOn(5, '1450.00'))).code).toBe(200)
    expect((await infoOf(5)).data).toMatchObject({ leader: 1, price: '1460.00' })
    for (const token of [buyer2, host, seller1, audience]) {
      const query = { scheduleTimelineId: sale.id }
      const history = await house.ask('GET', '/auction/venue/history', { token, query })
      expect(history.http.body).toContain('"bid"')
      expect(history.http.body).not.toContain('ceiling.set')
    }
    const log = await house.ask('GET', '/auction/venue/log', { token: host, query: { scheduleTimelineId: sale.id } })
    expect(log.code).toBe(200)
    expect(log.http.body).not.toContain('ceiling.set')
    expect(
      (await house.ask('POST', `${CEILING}/drop`, { token: buyer1, body: { ...lot(5), bidKey: randomUUID() } })).code,
    ).toBe(200)
    expect(
      await house.ask('POST', `${CEILING}/drop`, { token: buyer1, body: { ...lot(5), bidKey: randomUUID() } }),
    ).toMatchObject({ code: 601, reason: 'ceiling.none' })
    expect(
      (await writesNothing(() => house.ask('POST', `${CEILING}/set`, { token: host, body: ceiling(5, '1500.00') })))
        .reason,
    ).toBe('auth.not_permitted')
    expect(
      (
        await writesNothing(() =>
          house.ask('POST', `${CEILING}/drop`, { token: seller1, body: { ...lot(5), bidKey: randomUUID() } }),
        )
      ).reason,
    ).toBe('auth.not_permitted')
  })

  test('a ceiling that is set, changed or dropped leaves a receipt that verifies and names what was set', async () => {
    const published = z
      .array(z.object({ keyId: z.string(), publicKey: z.string() }))
      .parse((await house.ask('GET', '/auction/receipt/keys')).rows)
    const drop = { ...lot(4), bidKey: randomUUID() }
    for (const [path, body, said] of [
      ['set', ceiling(4, '1500.00'), { act: 'ceiling.set', price: '1500.00', mode: 'standing' }],
      [
        'set',
        { ...ceiling(4, '1700.00'), mode: 'linkLoss' },
        { act: 'ceiling.set', price: '1700.00', mode: 'linkLoss' },
      ],
      ['drop', drop, { act: 'ceiling.dropped', price: '1700.00', mode: 'linkLoss' }],
    ] as const) {
      const answer = await house.ask('POST', `${CEILING}/${path}`, { token: buyer2, body })
      expect(answer.code).toBe(200)
      const { receipt } = z.object({ receipt: Receipt }).parse(answer.data)
      expect(receipt.body).toMatchObject({ ...said, biddingNumber: 2, contractObjectId: sale.lots[3] })
      expect(verifyReceipt(receipt, published)).toBe(true)
      expect(verifyReceipt({ ...receipt, body: { ...receipt.body, price: '1600.00' } }, published)).toBe(false)
      const [entry] = await house.store.log.readTail(sale.id, receipt.body.seq - 1, 1)
      expect([entry?.entry.hash, entry?.entry.epoch]).toEqual([receipt.body.hash, receipt.body.epoch])
    }
  })

  test('a reader of the database finds no ceiling in it', async () => {
    const body = { ...ceiling(6, '8770.00'), mode: 'linkLoss' }
    const first = await house.ask('POST', `${CEILING}/set`, { token: buyer2, body })
    expect(first).toMatchObject({ code: 200, data: { receipt: { body: { price: '8770.00' } } } })
    const state = await house.rooms.state(sale.id)
    expect(state?.lots.get(sale.lots[5] ?? '')?.ceilings).toMatchObject({ 2: { amount: 877_000 } })
    await house.store.log.saveSnapshot(snapshotOf({ state: state!, hash: (await house.store.log.head(sale.id))!.hash }))
    const tables = await house.store.db.execute<{ name: string }>(
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`,
    )
    expect(tables.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['session_event', 'verdict', 'session_snapshot']),
    )
    for (const { name } of tables.rows) {
      const { rows } = await house.store.db.execute(sql`SELECT * FROM ${sql.identifier(name)}`)
      expect(JSON.stringify(rows), name).not.toMatch(/8770\.00|877000/)
    }
    // A key's verdict and a room that is loaded are whole again.
    expect((await writesNothing(() => house.ask('POST', `${CEILING}/set`, { token: buyer2, body }))).data).toEqual(
      first.data,
    )
    expect((await house.store.log.loadSnapshot(sale.id))?.secret).toMatchObject({
      [sale.lots[5] ?? '']: { 2: { amount: 877_000 } },
    })
  })
})

describe('a seller adjusts', () => {
  const adjust = (token: string, body: Record<string, unknown>) => house.ask('POST', `${LOTS}/adjust`, { token, body })
  const terms = { startPrice: '1450.00', deliveryDate: '2037-01-31' }

  test('not while a round runs, and never a lot with a bid: 该标的已有出价', async () => {
    const answer = await writesNothing(() => adjust(seller1, { ...lot(1), ...terms }))
    expect(answer).toMatchObject({
      code: 601,
      reason: 'lot.already_bid',
      msg: '该标的已有出价',
      data: { verdict: 'refused' },
    })
  })

  test('only the seller’s own lots: 只能修改自己的标的', async () => {
    expect(await writesNothing(() => adjust(seller1, { ...lot(7), ...terms }))).toMatchObject({
      code: 601,
      reason: 'lot.not_yours',
      msg: '只能修改自己的标的',
    })
    expect((await writesNothing(() => adjust(buyer1, { ...lot(1), ...terms }))).reason).toBe('auth.not_permitted')
  })

  test('in preparation, within the band, with a delivery date', async () => {
    const early = await addSale(house, { stand: 'published' })
    const token = await venueToken(house, 'seller1', early)
    const own = { scheduleTimelineId: early.id, contractObjectId: early.lots[0]! }
    expect(await adjust(token, { ...own, startPrice: '1200.00', deliveryDate: '2037-01-31' })).toMatchObject({
      code: 601,
      reason: 'lot.price_out_of_band',
      msg: '价格须在 900.00 至 1,100.00 之间，不能超过允许的上下浮动范围。',
    })
    expect(await adjust(token, { ...own, startPrice: '1050.00', deliveryDate: '' })).toMatchObject({
      code: 601,
      reason: 'lot.delivery_date_required',
    })
    expect(await adjust(token, { ...own, startPrice: '1050.00', deliveryDate: '31.01.2027' })).toMatchObject({
      code: 400,
      errors: [{ path: 'body.deliveryDate' }],
    })
    expect(await adjust(token, { ...own, startPrice: '1050.00', deliveryDate: '2037-01-31' })).toMatchObject({
      code: 200,
      data: { verdict: 'accepted' },
    })
    expect(await house.ask('GET', `/auction/contractObject/${early.lots[0]}`, { token })).toMatchObject({
      data: { startPrice: '1050.00', deliveryDate: '2037-01-31' },
    })
  })
})

describe('LAW negotiation: counter-offers', () => {
  let deal: Sale
  let buyer: string
  let rival: string
  let seller: string
  let compere: string
  const on = (n: number) => ({ scheduleTimelineId: deal.id, contractObjectId: deal.lots[n - 1]! })
  const offer = (n: number, price: string, more: Record<string, unknown> = {}) => ({
    ...on(n),
    type: '2',
    price,
    quantity: '4.000',
    deliveryDate: '2037-03-31',
    note: '含运费',
    expiresAt: new Date(later(house.clock.now(), 120_000)).toISOString(),
    bidKey: randomUUID(),
    notAfter: soon(),
    ...more,
  })
  const make = (token: string, body: unknown) => house.ask('POST', BID, { token, body })
  const list = async (token: string, n: number) =>
    z
      .array(OfferId)
      .parse(
        (await house.ask('POST', '/auction/biddingCounterOfferInfo/getList', { token, body: { ...on(n), type: '2' } }))
          .rows,
      )
  const act = (
    token: string,
    what: 'accept' | 'decline' | 'withdraw',
    offerId: string,
    revision = 1,
  ): Promise<Answered> =>
    house.ask('POST', `/auction/biddingCounterOfferInfo/${what}`, {
      token,
      body: { scheduleTimelineId: deal.id, offerId, bidKey: randomUUID(), ...(what !== 'withdraw' && { revision }) },
    } satisfies Asking)

  beforeAll(async () => {
    deal = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], rule: { biddingSeconds: 1 } })
    ;[buyer, rival, seller, compere] = (await Promise.all(
      (['buyer1', 'buyer2', 'seller1', 'host'] as const).map((who) => venueToken(house, who, deal)),
    )) as [string, string, string, string]
    const isOver = ({ status }: { status: string }) => status === 'unsold' || status === 'waiting'
    await until(async () => [...(await house.rooms.state(deal.id))!.lots].every(isOver))
    await accepted(
      house.rooms.give(deal.id, { type: 'adjustStage', minutes: null }, { actor: 'host', account: 'host' }),
    )
    expect((await house.rooms.state(deal.id))!.stage).toBe('negotiation')
  })

  test('with none there is nothing to counter: 暂无还价', async () => {
    expect(await make(seller, offer(1, '1000.00'))).toMatchObject({ code: 601, reason: 'offer.none', msg: '暂无还价' })
  })

  test('an offer is seen by its parties and the host, is revised under its id, countered, and accepted', async () => {
    expect(await make(buyer, offer(1, '900.00'))).toMatchObject({ code: 200, data: { verdict: 'accepted' } })
    expect(await make(buyer, offer(1, '950.00', { type: 2 }))).toMatchObject({ code: 200 })
    const [mine] = await list(buyer, 1)
    expect(mine).toMatchObject({
      revision: 2,
      price: '950.00',
      quantity: '4.000',
      note: '含运费',
      status: 'live',
      from: 'buyer',
      biddingNumber: 1,
    })
    expect(await list(rival, 1)).toEqual([])
    expect(await list(compere, 1)).toHaveLength(1)
    expect(await make(seller, offer(1, '990.00', { answers: mine!.offerId }))).toMatchObject({ code: 200 })
    const [counter] = await list(buyer, 1)
    expect(counter).toMatchObject({ from: 'seller', price: '990.00', status: 'live' })
    expect((await act(rival, 'accept', counter!.offerId)).reason).toBe('offer.not_party')
    expect(await act(buyer, 'accept', counter!.offerId, 9)).toMatchObject({
      code: 601,
      reason: 'offer.revision_changed',
    })
    expect(await act(buyer, 'accept', counter!.offerId)).toMatchObject({ code: 200 })
    expect(await act(buyer, 'accept', counter!.offerId)).toMatchObject({ code: 601, reason: 'offer.not_live' })
  })

  test('a part that was sold is a lot of its own, right after the lot it was cut from', async () => {
    const catalogue = await house.ask('GET', '/auction/contractObject/list', {
      token: buyer,
      query: { scheduleTimelineId: deal.id },
    })
    expect(catalogue.rows).toMatchObject([
      { contractObjectId: deal.lots[0], quantity: '6.000', status: 'unsold' },
      { contractObjectId: `${deal.lots[0]}.1`, quantity: '4.000', status: 'sold', price: '990.00', amount: '3960.00' },
      { contractObjectId: deal.lots[1] },
      { contractObjectId: deal.lots[2] },
    ])
    const child = await house.ask('GET', `/auction/contractObject/${deal.lots[0]}.1`, { token: buyer })
    expect(child).toMatchObject({
      code: 200,
      data: { contractObjectId: `${deal.lots[0]}.1`, lotNo: 1, quantity: '4.000', length: '2500-5800' },
    })
    expect((await house.ask('GET', `/auction/contractObject/${deal.lots[0]}.2`, { token: buyer })).code).toBe(404)
  })

  test('is declined by whom it is addressed to, and withdrawn by whom it is from', async () => {
    await make(buyer, offer(2, '900.00'))
    const [first] = await list(buyer, 2)
    expect((await act(seller, 'decline', first!.offerId)).code).toBe(200)
    await make(buyer, offer(2, '910.00'))
    const [second] = await list(buyer, 2)
    expect(second!.offerId).not.toBe(first!.offerId)
    expect((await act(rival, 'withdraw', second!.offerId)).reason).toBe('offer.not_party')
    expect((await act(buyer, 'withdraw', second!.offerId)).code).toBe(200)
    expect((await act(compere, 'withdraw', second!.offerId)).reason).toBe('auth.not_permitted')
    expect((await act(buyer, 'accept', 'nothing')).reason).toBe('offer.not_live')
  })

  test('N11: a counter to one buyer is never sent to another', async () => {
    await make(buyer, offer(2, '900.00'))
    await make(rival, offer(2, '910.00'))
    const first = (await list(buyer, 2)).find(({ status }) => status === 'live')
    const second = (await list(rival, 2)).find(({ status }) => status === 'live')
    expect(await make(seller, offer(2, '990.00', { answers: first!.offerId }))).toMatchObject({ code: 200 })
    expect(await make(seller, offer(2, '1010.00', { answers: first!.offerId }))).toMatchObject({ code: 200 })
    expect(await make(seller, offer(2, '1000.00', { answers: second!.offerId }))).toMatchObject({
      code: 601,
      reason: 'offer.counter_exists',
    })
    const counters = (await list(buyer, 2)).filter(({ from, status }) => from === 'seller' && status === 'live')
    expect(counters).toMatchObject([{ biddingNumber: 1, price: '1010.00', revision: 2 }])
    expect((await list(rival, 2)).filter(({ from }) => from === 'seller')).toEqual([])
  })
})

test('L6: where a lot stands says whether it has a reserve and whether it is met, never its amount', async () => {
  const reserved = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'], reserve: 120_000 })
  const actors = castOf(house)(reserved)
  const query = { scheduleTimelineId: reserved.id, ...actors.lot(1) } as Record<string, string>
  const mark = async () => {
    const answer = await house.ask('GET', `${LOTS}/getBiddingInfo`, {
      token: await actors.token('venue', 'buyer2'),
      query,
    })
    expect(JSON.stringify(answer)).not.toContain('1200.00')
    return z.object({ reserveMark: z.string() }).parse(answer.data).reserveMark
  }
  expect(await mark()).toBe('exists')
  expect(await actors.bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
  expect(await mark()).toBe('notMet')
  expect(await actors.bid('buyer2', 1, '1210.00')).toMatchObject({ code: 200 })
  expect(await mark()).toBe('met')
  expect((await infoOf(7)).data).toMatchObject({ reserveMark: 'none' })
})
