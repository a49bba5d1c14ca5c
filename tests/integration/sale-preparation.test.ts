import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { LotContent } from '../../src/contract/lot-content.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import { later, minor } from '../../src/domain/units.ts'
import { lot, lotDraft, sessionDeposit } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Login } from '../support/http/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let house: House
let actorsIn: ReturnType<typeof castOf>
const tokens = new Map<Login, string>()
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
})
afterAll(() => house.close())

async function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? (await sellerToken(house, who))
  tokens.set(who, known)
  return known
}
const post = async (path: string, body: object, who: Login = 'admin') =>
  house.ask('POST', `/operator/${path}`, { token: await tokenOf(who), body })
const get = async (path: string, query: Record<string, string> = {}, who: Login = 'admin') =>
  house.ask('GET', `/operator/${path}`, { token: await tokenOf(who), query })
const iso = (ms: number): string => new Date(later(house.clock.now(), ms)).toISOString()

const NAMES = { nameZh: '夏季木材竞价会', nameEn: 'Summer timber sale', venueZh: '太仓', venueEn: 'Taicang' }
const contentWith = (over: object = {}) => ({
  startTime: iso(3 * DAY),
  signUpDeadline: iso(2 * DAY),
  hostAccountId: 'host',
  rule: DEFAULT_RULE,
  reservePolicy: 'allowed',
  deposits: [],
  depositFactor: 10,
  ...over,
})
const Saved = z.object({ data: z.object({ scheduleId: z.string(), version: z.number() }) })
const SavedSession = z.object({ data: z.object({ scheduleTimelineId: z.string(), version: z.number() }) })

async function newSession(over: object = {}): Promise<{ scheduleId: string; id: string }> {
  const schedule = Saved.parse(await post('schedule/save', { scheduleId: null, version: 0, ...NAMES }))
  const { scheduleId } = schedule.data
  const saved = await post('session/save', {
    scheduleTimelineId: null,
    scheduleId,
    version: 0,
    content: contentWith(over),
  })
  return { scheduleId, id: SavedSession.parse(saved).data.scheduleTimelineId }
}

const timber = (n: number, over: object = {}) =>
  LotContent.parse({
    nameZh: `云杉 ${n}`,
    nameEn: `Spruce ${n}`,
    species: 'spruce',
    origin: 'DE',
    grade: 'A',
    category: 'log',
    tradeArea: 'EU',
    tradeClause: 'CIF',
    tradeMode: 'spot',
    departurePort: 'Hamburg',
    arrivalPort: 'Taicang',
    deliveryPlace: 'Taicang',
    paymentTerms: 'LC',
    length: '4000',
    thickness: null,
    width: null,
    diameter: '300+',
    humidity: '',
    pieces: 100,
    supplementaryZh: '',
    supplementaryEn: '',
    currency: 'CNY',
    unit: 'm3',
    quantity: '32.000',
    startPrice: '1000.00',
    addRange: '10.00',
    reserve: null,
    deliveryDate: '2035-01-31',
    pictures: [],
    papers: [],
    ...over,
  })

/** Submitted lots of these companies, in this order. */
async function submit(id: string, companies: readonly string[], over: object = {}): Promise<string[]> {
  const at = house.clock.now()
  const ids = companies.map(() => randomUUID())
  await house.store.db.insert(lotDraft).values(
    companies.map((companyId, n) => ({
      id: ids[n] ?? '',
      companyId,
      content: timber(n + 1, over),
      state: 'submitted' as const,
      timelineId: id,
      createdAt: at,
      changedAt: later(at, n),
      changedBy: 'seller1',
    })),
  )
  return ids
}
const named = (ids: readonly string[], version = 1) => ids.map((lotDraftId) => ({ lotDraftId, version }))
const catalogue = async (id: string) =>
  (
    await house.store.db
      .select({ id: lot.id, position: lot.position, code: lot.sellerCode })
      .from(lot)
      .where(eq(lot.timelineId, id))
      .orderBy(lot.position)
  ).map((row) => [row.id, row.position, row.code])
const codes = async (id: string): Promise<string[]> => {
  const { data } = z
    .object({ data: z.object({ missing: z.array(z.object({ code: z.string() })) }) })
    .parse(await get(`session/${id}/check`))
  return data.missing.map(({ code }) => code)
}

describe('from a schedule to a published sale', () => {
  test('a schedule, a session, its lots accepted and ordered, checked, published', async () => {
    const { scheduleId, id } = await newSession()
    expect(await codes(id)).toEqual(['no_lots'])
    const [a = '', b = '', c = ''] = await submit(id, ['sellerco', 'sellerco2', 'sellerco'])
    expect(await codes(id)).toEqual(['no_lots', 'lots_waiting'])
    expect(await get('session/lot/list', { scheduleTimelineId: id })).toMatchObject({
      total: 3,
      rows: [
        { lotDraftId: a, state: 'submitted', position: null, content: { startPrice: '1000.00' } },
        { lotDraftId: b },
        { lotDraftId: c },
      ],
    })
    expect(await post('session/lot/accept', { scheduleTimelineId: id, lots: named([a, b, c]) })).toMatchObject({
      code: 200,
    })
    expect(await catalogue(id)).toEqual([
      [a, 1, 'S1'],
      [b, 2, 'S2'],
      [c, 3, 'S1'],
    ])
    expect(await post('session/lot/order', { scheduleTimelineId: id, lotDraftIds: [c, b], before: a })).toMatchObject({
      code: 200,
    })
    expect(await catalogue(id)).toEqual([
      [c, 1, 'S1'],
      [b, 2, 'S2'],
      [a, 3, 'S1'],
    ])
    expect(await get('session/lot/list', { scheduleTimelineId: id, sort: '-position', pageSize: '2' })).toMatchObject({
      total: 3,
      rows: [{ lotDraftId: a, position: 3 }, { lotDraftId: b }],
    })
    expect(await get(`schedule/${scheduleId}`)).toMatchObject({
      data: {
        ...NAMES,
        version: 1,
        sessions: [{ scheduleTimelineId: id, lotCount: 3, submitted: 0, hostName: 'host' }],
      },
    })
    expect(await post('sale/publish', { scheduleTimelineId: id })).toMatchObject({ data: { verdict: 'accepted' } })
    const state = await house.rooms.state(id)
    expect(state).toMatchObject({ phase: 2, lotOrder: [c, b, a], hostCompany: 'hostco' })
    expect(state?.sellers['S2']).toMatchObject({ company: 'sellerco2' })

    // After publication everything is fixed.
    const fixed = { code: 601, reason: 'session.exists' }
    expect(await post('session/lot/order', { scheduleTimelineId: id, lotDraftIds: [a], before: null })).toMatchObject(
      fixed,
    )
    expect(
      await post('session/save', { scheduleTimelineId: id, scheduleId, version: 1, content: contentWith() }),
    ).toMatchObject(fixed)
    expect(await post('session/delete', { scheduleTimelineId: id, version: 1 })).toMatchObject(fixed)
  })

  test('all that wait are accepted at once, as submitted; what changed since keeps waiting', async () => {
    const { id } = await newSession()
    const submitted = await submit(id, ['sellerco', 'sellerco2', 'sellerco'])
    const [a, b, c] = submitted
    const seenUntil = iso(1_000)
    await house.store.db
      .update(lotDraft)
      .set({ changedAt: later(house.clock.now(), 60_000), version: 2 })
      .where(eq(lotDraft.id, b ?? ''))
    const accept = (body: object) => post('session/lot/accept', { scheduleTimelineId: id, ...body })
    expect(await accept({})).toMatchObject({ code: 400 })
    expect(await accept({ seenUntil, lots: named([a ?? '']) })).toMatchObject({ code: 400 })
    expect(await accept({ seenUntil })).toMatchObject({ code: 200, data: { accepted: 2, waiting: 1 } })
    expect(await catalogue(id)).toEqual([
      [a, 1, 'S1'],
      [c, 2, 'S1'],
    ])
    expect(await accept({ seenUntil })).toMatchObject({ code: 200, data: { accepted: 0, waiting: 1 } })
  })

  test('26 lots that were submitted at once are numbered in the order they were written', async () => {
    const { id } = await newSession()
    const ids = await submit(id, ['sellerco', 'sellerco', 'sellerco', 'sellerco'])
    const [at, written] = [house.clock.now(), [2, 0, 3, 1]]
    for (const [n, lotId] of ids.entries())
      await house.store.db
        .update(lotDraft)
        .set({ changedAt: at, createdAt: later(at, (written[n] ?? 0) * 1_000 - 60_000) })
        .where(eq(lotDraft.id, lotId))
    await post('session/lot/accept', { scheduleTimelineId: id, seenUntil: iso(1_000) })
    const order = ids.toSorted((a, b) => (written[ids.indexOf(a)] ?? 0) - (written[ids.indexOf(b)] ?? 0))
    expect((await catalogue(id)).map(([lotId]) => lotId)).toEqual(order)
  })

  test('an administrator may host too; a buyer may not', async () => {
    const hosts = await get('host/list')
    expect(hosts.rows).toEqual(expect.arrayContaining([expect.objectContaining({ userId: 'admin' })]))
    expect(hosts.rows).not.toEqual(expect.arrayContaining([expect.objectContaining({ userId: 'buyer1' })]))
    const { scheduleId } = await newSession({ hostAccountId: 'admin' })
    const content = contentWith({ hostAccountId: 'buyer1' })
    expect(await post('session/save', { scheduleTimelineId: null, scheduleId, version: 0, content })).toMatchObject({
      code: 601,
      reason: 'host.invalid',
    })
  })

  test('nothing is published while a hard check fails', async () => {
    const { id } = await newSession({ reservePolicy: 'required', hostAccountId: null })
    const ids = await submit(id, ['sellerco'])
    await post('session/lot/accept', { scheduleTimelineId: id, lots: named(ids) })
    expect(await codes(id)).toEqual(['no_host', 'reserve_missing', 'no_pictures'])
    const refused = await post('sale/publish', { scheduleTimelineId: id })
    expect(refused).toMatchObject({ code: 601, reason: 'session.not_ready' })
    expect(refused.msg).toContain('2')
    expect(await house.rooms.state(id)).toBeNull()
  })

  test('a returned lot leaves the catalogue, which closes up; its seller has the remark', async () => {
    const { id } = await newSession()
    const [a = '', b = '', c = ''] = await submit(id, ['sellerco', 'sellerco', 'sellerco2'])
    await post('session/lot/accept', { scheduleTimelineId: id, lots: named([a, b, c]) })
    const returned = { scheduleTimelineId: id, lots: named([a], 2), remark: 'No measurement list.' }
    expect(await post('session/lot/return', { ...returned, remark: ' ' })).toMatchObject({ code: 400 })
    expect(await post('session/lot/return', returned)).toMatchObject({ code: 200 })
    expect(await catalogue(id)).toEqual([
      [b, 1, 'S1'],
      [c, 2, 'S2'],
    ])
    expect(await get('session/lot/list', { scheduleTimelineId: id, state: 'returned' })).toMatchObject({
      rows: [{ lotDraftId: a, state: 'returned', remark: 'No measurement list.', position: null, version: 3 }],
    })
    expect(await get(`sale/${id}`)).toMatchObject({ data: { lotCount: 2 } })
  })

  test('an unpublished session is shown to no other role: not in lists, not by address', async () => {
    const { scheduleId, id } = await newSession()
    for (const who of ['buyer1', 'seller1', 'audience1'] as const) {
      const token = await tokenOf(who)
      expect(await house.ask('GET', `/auction/schedule/${scheduleId}`, { token })).toMatchObject({ code: 404 })
      expect(await house.ask('GET', `/auction/scheduleTimeline/${id}`, { token })).toMatchObject({ code: 404 })
    }
  })

  test('a copy has the same names, rules and deposits, and no lots', async () => {
    const deposits = [{ currency: 'CNY', amount: '1000.00' }]
    const { id } = await newSession({ deposits, reservePolicy: 'none' })
    const startTime = iso(33 * DAY)
    const copied = z
      .object({ data: z.object({ scheduleId: z.string(), scheduleTimelineId: z.string() }) })
      .parse(await post('session/copy', { scheduleTimelineId: id, startTime }))
    expect(await get(`schedule/${copied.data.scheduleId}`)).toMatchObject({ data: NAMES })
    expect(await get(`session/${copied.data.scheduleTimelineId}`)).toMatchObject({
      data: {
        published: false,
        content: {
          startTime,
          signUpDeadline: new Date(Date.parse(startTime) - DAY).toISOString(),
          deposits,
          reservePolicy: 'none',
          hostAccountId: 'host',
        },
      },
    })
  })

  test('a deleted session gives its lots back; a schedule is deleted when it is empty', async () => {
    const { scheduleId, id } = await newSession()
    const ids = await submit(id, ['sellerco'])
    await post('session/lot/accept', { scheduleTimelineId: id, lots: named(ids) })
    expect(await post('schedule/delete', { scheduleId, version: 1 })).toMatchObject({
      code: 601,
      reason: 'schedule.has_sessions',
    })
    expect(await post('session/delete', { scheduleTimelineId: id, version: 1 })).toMatchObject({ code: 200 })
    const [draft] = await house.store.db
      .select()
      .from(lotDraft)
      .where(eq(lotDraft.id, ids[0] ?? ''))
    expect(draft).toMatchObject({ state: 'draft', timelineId: null })
    expect(await post('schedule/delete', { scheduleId, version: 1 })).toMatchObject({ code: 200 })
    expect(await get(`schedule/${scheduleId}`)).toMatchObject({ code: 404 })
  })
})

describe('two operators', () => {
  const stale = { code: 409, reason: 'edit.changed' }

  test('the second save of a schedule or session is refused, and overwrites nothing', async () => {
    const { scheduleId, id } = await newSession()
    expect(await post('schedule/save', { scheduleId, version: 1, ...NAMES, nameEn: 'First' })).toMatchObject({
      data: { version: 2 },
    })
    expect(await post('schedule/save', { scheduleId, version: 1, ...NAMES, nameEn: 'Second' })).toMatchObject(stale)
    expect(await get(`schedule/${scheduleId}`)).toMatchObject({ data: { nameEn: 'First', version: 2 } })
    const save = (depositFactor: number) =>
      post('session/save', { scheduleTimelineId: id, scheduleId, version: 1, content: contentWith({ depositFactor }) })
    const [one, other] = await Promise.all([save(3), save(4)])
    expect([one.code, other.code].toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await get(`session/${id}`)).toMatchObject({
      data: { version: 2, content: { depositFactor: one.code === 200 ? 3 : 4 } },
    })
    expect(await post('schedule/delete', { scheduleId, version: 1 })).toMatchObject(stale)
    expect(await post('session/delete', { scheduleTimelineId: id, version: 1 })).toMatchObject(stale)
  })

  test('a lot that its seller or another operator changed is not accepted, nor any with it', async () => {
    const { id } = await newSession()
    const [a = '', b = ''] = await submit(id, ['sellerco', 'sellerco'])
    await house.store.db.update(lotDraft).set({ version: 2 }).where(eq(lotDraft.id, b))
    const lots = named([a, b])
    expect(await post('session/lot/accept', { scheduleTimelineId: id, lots })).toMatchObject(stale)
    expect(await catalogue(id)).toEqual([])
    await post('session/lot/return', { scheduleTimelineId: id, lots: named([a]), remark: 'No.' })
    expect(await post('session/lot/accept', { scheduleTimelineId: id, lots: named([a], 2) })).toMatchObject({
      code: 409,
      reason: 'lot.not_submitted',
    })
    expect(await post('session/lot/order', { scheduleTimelineId: id, lotDraftIds: [b], before: null })).toMatchObject({
      code: 409,
    })
  })
})

describe('a published sale', () => {
  test('S6: is postponed; lists have the new start, everyone signed up is told why', async () => {
    const sale = await addSale(house, { stand: 'published', bidders: ['c1'], rule: { admission: 'operator' } })
    const { signUp, byOperator } = actorsIn(sale)
    expect(await signUp('buyer2')).toMatchObject({ code: 200 })
    const startTime = iso(5 * DAY)
    expect(await byOperator('admin', 'postpone', { startTime: iso(HOUR), reason: 'typhoon' })).toMatchObject({
      code: 601,
      reason: 'session.start_out_of_range',
    })
    expect(await byOperator('admin', 'postpone', { startTime, reason: 'typhoon' })).toMatchObject({ code: 200 })
    await house.rooms.current(sale.id)
    await expect
      .poll(async () => (await house.ask('GET', `/auction/scheduleTimeline/${sale.id}`)).data)
      .toMatchObject({ timelines: [{ startTime }] })
    for (const who of ['buyer1', 'buyer2', 'seller1', 'host'] as const)
      await expect
        .poll(async () => (await notices(who, 'en_US'))[0])
        .toMatchObject({ kind: 'salePostponed', title: 'Sale postponed: Spring timber sale' })
    expect((await notices('buyer1', 'zh_CN'))[0]?.body).toContain('typhoon')
    expect(await notices('buyer3', 'en_US')).toEqual([])
    expect(await get(`sale/${sale.id}`)).toMatchObject({ data: { startTime, postponed: { reason: 'typhoon' } } })
  })

  test('S7: is cancelled; its lots are withdrawn, nothing becomes an order', async () => {
    const sale = await addSale(house, { stand: 'published', bidders: ['c1'] })
    const { byOperator } = actorsIn(sale)
    expect(await byOperator('admin', 'cancel', { reason: ' ' })).toMatchObject({ code: 400 })
    expect(await byOperator('admin', 'cancel', { reason: 'no power' })).toMatchObject({ code: 200 })
    expect(await get(`sale/${sale.id}`)).toMatchObject({ data: { state: 5, cancelled: { reason: 'no power' } } })
    await expect
      .poll(async () => (await notices('buyer1', 'en_US')).find(({ kind }) => kind === 'saleCancelled'))
      .toMatchObject({ title: 'Sale cancelled: Spring timber sale' })
    await expect
      .poll(async () => house.store.db.select({ outcome: lot.outcome }).from(lot).where(eq(lot.timelineId, sale.id)))
      .toEqual(sale.lots.map(() => ({ outcome: 'withdrawn' })))
  })

  test('all rooms at a glance: people, lots, prices and alarms', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
    const { bid, room } = actorsIn(sale)
    await bid('buyer1', 1, '1000.00')
    await room('admin', 'close', { message: 'fire drill' })
    const list = z
      .object({ rows: z.array(z.looseObject({ scheduleTimelineId: z.string() })) })
      .parse(await get('room/list'))
    expect(list.rows.find(({ scheduleTimelineId }) => scheduleTimelineId === sale.id)).toMatchObject({
      state: 4,
      stage: 'bidding',
      paused: 'fire drill',
      lots: { total: 3, open: 2, sold: 0, waiting: 1 },
      open: [{ price: '1000.00', biddingNumber: 1, held: false }, { biddingNumber: null }],
      alarms: ['paused', 'no_host'],
    })
  })

  test('X5: a limit below what its bidder leads rings, and no longer once it carries that again', async () => {
    const sale = await addSale(house, { stand: 'running', bidders: ['c1'] })
    const alarms = async () => {
      const { rows } = z
        .object({ rows: z.array(z.object({ scheduleTimelineId: z.string(), alarms: z.array(z.string()) })) })
        .parse(await get('room/list'))
      return rows.find(({ scheduleTimelineId }) => scheduleTimelineId === sale.id)?.alarms
    }
    const limit = (most: number) =>
      house.rooms.give(
        sale.id,
        { type: 'setLimit', number: 1, account: null, currency: 'CNY', most: minor(most), correction: true },
        { actor: 'operator', account: 'admin' },
      )
    await limit(1_000_000)
    await actorsIn(sale).bid('buyer1', 1, '1000.00')
    expect(await alarms()).toEqual(['no_host'])
    await limit(999_999)
    expect(await alarms()).toEqual(['no_host', 'exposed'])
    await limit(1_000_000)
    expect(await alarms()).toEqual(['no_host'])
  })
})

describe('deposits', () => {
  const CNY = { currency: 'CNY', amount: '1000.00' }
  const DAY_OF = '2026-01-31'

  async function withDeposit(rule: object = {}) {
    const { id } = await newSession({ deposits: [CNY], rule: { ...DEFAULT_RULE, ...rule } })
    const ids = await submit(id, ['sellerco'])
    await post('session/lot/accept', { scheduleTimelineId: id, lots: named(ids) })
    expect(await post('sale/publish', { scheduleTimelineId: id })).toMatchObject({ code: 200 })
    const { signUp } = actorsIn({ id, scheduleId: '', lots: ids })
    const record = (after: number, kind: string, amount: string, over: object = {}) =>
      post('sale/deposit/record', {
        scheduleTimelineId: id,
        companyId: 'c1',
        after,
        kind,
        currency: 'CNY',
        amount,
        day: DAY_OF,
        reference: `transfer ${id}`,
        ...over,
      })
    const bidder = async () => {
      const { rows } = z
        .object({ rows: z.array(z.looseObject({})) })
        .parse(await get('sale/bidder/list', { scheduleTimelineId: id }))
      return rows[0]
    }
    return { id, signUp, record, bidder }
  }

  test('A13, X8: an automatic admission waits for it; the limit is the deposit times the factor', async () => {
    const { signUp, record, bidder, id } = await withDeposit()
    expect(await record(0, 'received', '1000.00')).toMatchObject({ reason: 'deposit.not_signed_up' })
    expect(await signUp('buyer1')).toMatchObject({ code: 200, data: { biddingNumber: null, identityType: 0 } })
    expect(await post('sale/bidder/admit', { scheduleTimelineId: id, companyId: 'c1' })).toMatchObject({
      code: 601,
      reason: 'deposit.required',
    })
    expect(await record(0, 'received', '400.00')).toMatchObject({ data: { covered: false, biddingNumber: null } })
    expect(await bidder()).toMatchObject({ standing: 'waiting', deposit: { state: 'partly', seq: 1, covered: false } })
    expect(await record(1, 'received', '600.00')).toMatchObject({
      data: { covered: true, biddingNumber: 1, notAdmitted: null },
    })
    expect(await bidder()).toMatchObject({
      standing: 'admitted',
      limits: [{ currency: 'CNY', most: '10000.00' }],
      deposit: { state: 'received', sums: [{ balance: '1000.00' }] },
    })
    expect(await record(2, 'received', '500.00')).toMatchObject({ code: 200 })
    expect(await bidder()).toMatchObject({ limits: [{ most: '15000.00' }] })
    // X9: it weighs all currencies, at the rates of the deposits asked for.
    expect((await house.rooms.state(id))?.bidders[1]?.limits.CNY?.worth).toEqual({ CNY: 100_000 })
    expect(await record(3, 'released', '500.00')).toMatchObject({ code: 200 })
    expect(await bidder()).toMatchObject({ limits: [{ most: '10000.00' }] })
  })

  test('what comes in is recorded also where it does not cover a bidder who is admitted', async () => {
    const { signUp, record, bidder } = await withDeposit()
    await signUp('buyer1')
    await record(0, 'received', '1000.00')
    expect(await record(1, 'correction', '0.00', { corrects: 1 })).toMatchObject({ code: 200 })
    expect(await record(2, 'received', '400.00', { reference: 'a part' })).toMatchObject({
      code: 200,
      data: { covered: false },
    })
    expect(await bidder()).toMatchObject({ standing: 'admitted', limits: [{ most: '4000.00' }] })
  })

  test('while the bidder is admitted the deposit stays; after the sale it is held, released, forfeited', async () => {
    const { signUp, record, bidder, id } = await withDeposit()
    await signUp('buyer1')
    await record(0, 'received', '1000.00')
    expect(await record(1, 'released', '1.00')).toMatchObject({ code: 601, reason: 'deposit.needed' })
    expect(await post('sale/cancel', { scheduleTimelineId: id, reason: 'no power' })).toMatchObject({ code: 200 })
    // Held five days ago.
    await house.store.db.insert(sessionDeposit).values({
      timelineId: id,
      companyId: 'c1',
      seq: 2,
      kind: 'held',
      currency: 'CNY',
      amount: minor(100_000),
      day: '2026-11-20',
      reference: 'not signed',
      rule: '9.1',
      accountId: 'admin',
      at: later(house.clock.now(), -5 * 86_400_000),
    })
    expect(await bidder()).toMatchObject({ deposit: { state: 'held' } })
    expect(await record(2, 'forfeited', '300.00', { hold: 2 })).toMatchObject({ code: 200 })
    const tooMuch = await record(3, 'released', '701.00')
    expect(tooMuch).toMatchObject({ reason: 'deposit.too_little' })
    expect(tooMuch.msg).toContain('700.00')
    expect(await record(3, 'released', '700.00')).toMatchObject({ code: 200 })
    expect(await bidder()).toMatchObject({ deposit: { state: 'forfeited', sums: [{ balance: '0.00' }] } })
    expect(await get('sale/deposit/list', { scheduleTimelineId: id, companyId: 'c1' })).toMatchObject({
      rows: [
        { seq: 4, kind: 'released', amount: '700.00', reference: `transfer ${id}`, recordedBy: 'admin' },
        { seq: 3, kind: 'forfeited' },
        { seq: 2, kind: 'held' },
        { seq: 1, kind: 'received' },
      ],
    })
  })

  test('an entry made upon an older list is refused; entries are only added', async () => {
    const { signUp, record, id } = await withDeposit()
    await signUp('buyer1')
    const two = await Promise.all([record(0, 'received', '1000.00'), record(0, 'received', '1000.00')])
    expect(two.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    const entries = await house.store.db.select().from(sessionDeposit).where(eq(sessionDeposit.timelineId, id))
    expect(entries).toHaveLength(1)
  })

  test('refused: nothing, a day to come, a currency that is not asked for', async () => {
    const { signUp, record } = await withDeposit()
    await signUp('buyer1')
    expect(await record(0, 'received', '0.00')).toMatchObject({ reason: 'payment.zero' })
    expect(await record(0, 'received', '1.00', { day: '2099-01-01' })).toMatchObject({ reason: 'payment.future' })
    expect(await record(0, 'received', '1.00', { currency: 'USD' })).toMatchObject({ reason: 'deposit.no_currency' })
    expect(await record(0, 'held', '1.00', { rule: '9.1' })).toMatchObject({ reason: 'deposit.too_little' })
  })

  test('where the operator admits, the deposit alone admits no bidder', async () => {
    const { signUp, record, id } = await withDeposit({ admission: 'operator' })
    await signUp('buyer1')
    expect(await record(0, 'received', '1000.00')).toMatchObject({ data: { covered: true, biddingNumber: null } })
    expect(await post('sale/bidder/admit', { scheduleTimelineId: id, companyId: 'c1' })).toMatchObject({ code: 200 })
    expect((await house.rooms.state(id))?.bidders[1]?.limits.CNY?.most).toBe(1_000_000)
  })
})

describe('the audit trail', () => {
  test('has each act with its session before and after', async () => {
    const { scheduleId, id } = await newSession()
    await post('session/save', {
      scheduleTimelineId: id,
      scheduleId,
      version: 1,
      content: contentWith({ depositFactor: 7 }),
    })
    expect(await get('audit/list', { act: 'sessionSave', pageSize: '1' })).toMatchObject({
      rows: [
        {
          subject: { kind: 'session', id },
          before: { depositFactor: 10, version: 1 },
          after: { depositFactor: 7, version: 2 },
        },
      ],
    })
  })
})

const Notices = z.object({ rows: z.array(z.object({ kind: z.string(), title: z.string(), body: z.string() })) })
async function notices(who: Login, language: string) {
  const answer = await house.ask('GET', '/user/notification/list', {
    token: await tokenOf(who),
    headers: { 'accept-language': language },
  })
  return Notices.parse(answer).rows.filter(({ kind }) => kind.startsWith('sale'))
}
