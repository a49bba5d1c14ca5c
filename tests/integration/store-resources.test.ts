import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import { instant, later, milli, minor } from '../../src/domain/units.ts'
import {
  accountById,
  accountByLogin,
  addAccount,
  addCompany,
  changeAccount,
  sharing,
} from '../../src/server/store/accounts.ts'
import { unwatch, watch, watchedAmong } from '../../src/server/store/attention.ts'
import { keepSigningKey, signingKeys } from '../../src/server/store/keys.ts'
import { addLots, findLot, isPictured, listLots, lotsOf, type LotQuery } from '../../src/server/store/lots.ts'
import type { Store } from '../../src/server/store/open.ts'
import { keepOrder, lockOrders } from '../../src/server/store/orders.ts'
import { keepBiddingNumber, listRegistrations, register } from '../../src/server/store/registrations.ts'
import {
  addSchedule,
  addTimeline,
  findSchedule,
  findScheduleOf,
  findSession,
  forgetPractice,
  listSchedules,
} from '../../src/server/store/schedules.ts'
import { account as accounts, timeline } from '../../src/server/store/schema.ts'
import { allTerms, putTerms } from '../../src/server/store/terms.ts'
import { someAccount, someCompany, someLot } from '../support/store/rows.ts'
import { batch, someSession } from '../support/store/sessions.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { emptied } from '../support/store/emptied.ts'

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  await store.close()
})
const now = instant(Date.UTC(2026, 10, 21))
const page = { offset: 0, limit: 50 }

/** A company with one account. */
async function member(of: Partial<Parameters<typeof someCompany>[0]> = {}) {
  const company = someCompany(of)
  const account = someAccount({ companyId: company.id })
  await addCompany(store.db, company)
  await addAccount(store.db, account)
  return { company, account }
}

test('an account is found by login and id, with its company, and changes', async () => {
  const { company, account } = await member()
  expect(await accountByLogin(store.db, account.login)).toMatchObject({
    account: { id: account.id, roles: ['buyer'], createdAt: account.createdAt },
    company: { id: company.id },
  })
  await changeAccount(store.db, account.id, { status: 0 })
  expect((await accountById(store.db, account.id))?.account.status).toBe(0)
  expect(await accountByLogin(store.db, 'nobody here')).toBeNull()
})

test('companies of one session that share a legal person or a bank account are told; nothing shared is never a match', async () => {
  const timelineId = await someSession(store)
  const one = await member({ legalPerson: 'Zhao', bankAccount: 'B1' })
  const two = await member({ legalPerson: 'Zhao', bankAccount: 'B1' })
  const three = await member({ bankAccount: 'B1' })
  const away = await member({ legalPerson: 'Zhao' })
  const nothing = await member()
  for (const { company, account } of [one, two, three, nothing])
    await register(store.db, timelineId, company.id, account.id, now)

  const found = await sharing(store.db, timelineId, one.company.id)
  expect(found).toHaveLength(3)
  expect(found).toEqual(
    expect.arrayContaining([
      { companyId: two.company.id, what: 'legalPerson' },
      { companyId: two.company.id, what: 'bankAccount' },
      { companyId: three.company.id, what: 'bankAccount' },
    ]),
  )
  expect(found.map(({ companyId }) => companyId)).not.toContain(away.company.id)
  expect(await sharing(store.db, timelineId, nothing.company.id)).toEqual([])
})

test('a node that stands still inside a transaction holds up another for seconds, and comes back to an ended one', async () => {
  const { account } = await member()
  const [locks, wakes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const stopped = store.db.transaction(async (tx) => {
    await tx.update(accounts).set({ status: 0 }).where(eq(accounts.id, account.id))
    locks.resolve()
    await wakes.promise
  })
  await locks.promise
  await changeAccount(store.db, account.id, { roles: ['seller'] })
  wakes.resolve()
  await expect(stopped).rejects.toThrow()
  expect((await accountById(store.db, account.id))?.account).toMatchObject({ status: 4, roles: ['seller'] })
})

test('a company signs up once: who was first stays; its sign-ups are listed newest session first', async () => {
  const { company, account } = await member()
  const [first, second] = [await someSession(store), await someSession(store)]
  const made = await register(store.db, first, company.id, account.id, now)
  const other = someAccount({ companyId: company.id })
  await addAccount(store.db, other)
  expect(await register(store.db, first, company.id, other.id, later(now, 5))).toEqual(made)
  await register(store.db, second, company.id, account.id, now)
  await keepBiddingNumber(store.db, first, company.id, 17)

  const { rows, total } = await listRegistrations(store.db, company.id, page)
  expect(total).toBe(2)
  expect(rows.find(({ timeline }) => timeline.id === first)).toMatchObject({
    registration: { biddingNumber: 17 },
    schedule: { nameZh: '春季木材' },
    head: { phase: 1 },
  })
  expect((await listRegistrations(store.db, company.id, { offset: 1, limit: 1 })).rows).toHaveLength(1)
})

test('an order is made once per lot and may be held', async () => {
  const timelineId = await someSession(store)
  const order = {
    lotId: randomUUID(),
    timelineId,
    seq: 5,
    biddingNumber: 17,
    companyId: randomUUID(),
    sellerCompanyId: 's',
    currency: 'CNY',
    price: minor(218_000),
    quantity: milli(32_450),
    amount: minor(7_074_100),
    at: now,
  }
  await Promise.all([keepOrder(store.db, order), keepOrder(store.db, order)])
  await keepOrder(store.db, { ...order, onHold: true, logSeq: 9 })
  // An order from a node that is behind.
  await keepOrder(store.db, { ...order, logSeq: 8 })
  expect(await lockOrders(store.db, [order.lotId])).toMatchObject([{ lotId: order.lotId, onHold: true }])
})

test('terms are replaced by their code', async () => {
  await putTerms(store.db, [{ kind: 'port', code: 'taicang', zh: '太仓', en: 'Taicang' }])
  await putTerms(store.db, [{ kind: 'port', code: 'taicang', zh: '太仓港', en: 'Port of Taicang' }])
  expect((await allTerms(store.db)).get('port')?.get('taicang')).toEqual({ zh: '太仓港', en: 'Port of Taicang' })
})

test('the newest signing key comes first', async () => {
  const key = (keyId: string, since: number) => ({
    keyId,
    publicKey: 'p',
    privateKey: 's',
    since: new Date(now + since),
  })
  for (const row of [key('b', 2), key('a', 1), key('c', 3), key('c', 9)]) await keepSigningKey(store.db, row)
  expect((await signingKeys(store.db)).map(({ keyId }) => keyId)).toEqual(['c', 'b', 'a'])
})

describe('schedules', () => {
  const begin = (days: number) => later(now, days * 86_400_000)
  async function someSchedule(practice: boolean, ...sessions: readonly { day: number; phase: 1 | 2 | 3 | 4 | 5 }[]) {
    const id = randomUUID()
    await addSchedule(store.db, { id, nameZh: '秋', nameEn: 'Autumn', venueZh: '沪', venueEn: 'Shanghai', practice })
    for (const { day, phase } of sessions) {
      const timelineId = randomUUID()
      await addTimeline(store.db, {
        id: timelineId,
        scheduleId: id,
        startTime: begin(day),
        signUpDeadline: begin(day),
        rule: DEFAULT_RULE,
        createdAt: begin(day),
      })
      if (phase === 1) continue
      await store.log.ensureHead(timelineId, 'e1', 'genesis')
      await store.log.append(
        batch(timelineId, 0, 1, {
          summary: { phase, stage: phase === 5 ? 'finish' : 'preparation', sold: 2, unsold: 1 },
        }),
      )
    }
    return id
  }

  test('next first, finished ones last; a schedule stands where its next unfinished session stands', async () => {
    await emptied(store, 'schedule')
    const over = await someSchedule(false, { day: -9, phase: 5 }, { day: -8, phase: 5 })
    const longOver = await someSchedule(false, { day: -20, phase: 5 })
    const soon = await someSchedule(false, { day: -3, phase: 5 }, { day: 2, phase: 2 })
    const later = await someSchedule(false, { day: 5, phase: 1 })
    const practice = await someSchedule(true, { day: 0, phase: 4 })
    const empty = await someSchedule(false)

    const list = async (query: object = {}) =>
      (await listSchedules(store.db, { drafts: 'all', ...page, ...query })).rows.map(({ id, state }) => [id, state])
    expect(await list()).toEqual([
      [practice, 4],
      [soon, 2],
      [later, 1],
      [over, 5],
      [longOver, 5],
      [empty, 1],
    ])
    expect(await list({ practice: false, states: [2, 5] })).toEqual([
      [soon, 2],
      [over, 5],
      [longOver, 5],
    ])
    expect(await list({ practice: true })).toEqual([[practice, 4]])
    expect(await listSchedules(store.db, { drafts: 'all', offset: 4, limit: 1 })).toMatchObject({
      total: 6,
      rows: [{ id: longOver }],
    })
    expect(await listSchedules(store.db, { drafts: 'all', offset: 40, limit: 1 })).toEqual({ total: 6, rows: [] })
    expect(await listSchedules(store.db, { drafts: 'all', ...page, states: [3] })).toEqual({ total: 0, rows: [] })
    expect(await findSchedule(store.db, soon, 'all')).toMatchObject({
      state: 2,
      sessions: [{ head: { phase: 5, sold: 2, unsold: 1 } }, { head: { phase: 2 } }],
    })
    expect(await findSchedule(store.db, 'none', 'all')).toBeNull()
  })

  test('of practice the newest session is listed, until it is over', async () => {
    await emptied(store, 'schedule')
    const practice = await someSchedule(true, { day: -2, phase: 5 }, { day: -1, phase: 4 }, { day: 0, phase: 3 })
    expect((await findSchedule(store.db, practice, 'all'))?.sessions.map(({ head }) => head?.phase)).toEqual([3])
    const over = await someSchedule(true, { day: -1, phase: 4 }, { day: 0, phase: 5 })
    expect((await findSchedule(store.db, over, 'all'))?.sessions).toEqual([])
    const [, ended] = await store.db
      .select()
      .from(timeline)
      .where(eq(timeline.scheduleId, over))
      .orderBy(timeline.startTime)
    const found = await findScheduleOf(store.db, ended!.id, 'all')
    expect([found?.id, found?.state, found?.sessions.map(({ timeline: { id } }) => id)]).toEqual([over, 5, [ended!.id]])
    expect(await findScheduleOf(store.db, 'none', 'all')).toBeNull()
  })

  test('old practice sessions that are over are forgotten, those that wait for a visitor are not, real ones never', async () => {
    await emptied(store, 'schedule')
    const timelineOf = async (id: string) =>
      (await store.db.select().from(timeline).where(eq(timeline.scheduleId, id)))[0]!.id
    const [real, over, waiting, fresh] = [
      await timelineOf(await someSchedule(false, { day: -9, phase: 5 })),
      await timelineOf(await someSchedule(true, { day: -9, phase: 5 })),
      await timelineOf(await someSchedule(true, { day: -9, phase: 3 })),
      await timelineOf(await someSchedule(true, { day: 0, phase: 5 })),
    ]
    const { company, account } = await member()
    await addLots(store.db, over, [someLot({ id: `${over} a`, position: 1, sellerCompanyId: company.id })])
    await register(store.db, over, company.id, account.id, begin(-9))
    await watch(store.db, account.id, `${over} a`)
    await forgetPractice(store.db, begin(-7))
    const seqs = await Promise.all(
      [real, over, waiting, fresh].map(async (id) => [
        (await store.log.readTail(id, 0, 10)).length,
        (await findSession(store.db, id))?.head?.seq,
      ]),
    )
    expect(seqs).toEqual([
      [1, 1],
      [0, undefined],
      [1, 1],
      [1, 1],
    ])
    expect(await findSession(store.db, over)).toBeNull()
    expect(await findLot(store.db, `${over} a`)).toBeNull()
  })
})

describe('lots', () => {
  let timelineId: string
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.split(' ')[1])
  const list = async (query: Partial<LotQuery> = {}) => {
    const { rows, total } = await listLots(store.db, { timelineId, ...page, ...query })
    expect(total).toBe(rows.length)
    return ids(rows)
  }
  beforeAll(async () => {
    timelineId = await someSession(store)
    const { company } = await member()
    const lot = (name: string, position: number, of: Partial<ReturnType<typeof someLot>> = {}) => ({
      ...someLot({ id: `${timelineId} ${name}`, position, sellerCompanyId: company.id }),
      ...of,
    })
    await putTerms(store.db, [
      { kind: 'species', code: 'oak', zh: '橡木', en: 'Oak' },
      { kind: 'species', code: 'pine', zh: '樟子松', en: 'Scots pine' },
      { kind: 'origin', code: 'ru', zh: '俄罗斯', en: 'Russia' },
    ])
    await addLots(store.db, timelineId, [
      lot('a', 1, { species: 'oak', startPrice: minor(300), quantity: milli(1) }),
      lot('b', 2, { species: 'pine', origin: 'ru', startPrice: minor(100), quantity: milli(3), nameEn: '100% pine_x' }),
      lot('c', 3, {
        species: 'oak',
        grade: 'B',
        tradeArea: 'north',
        startPrice: minor(200),
        quantity: milli(2),
        nameZh: '栲木 䶮',
      }),
    ])
    const elsewhere = await someSession(store)
    await addLots(store.db, elsewhere, [
      { ...someLot({ id: `${elsewhere} z`, position: 1, sellerCompanyId: company.id }), species: 'oak' },
    ])
  })

  test('are read back whole and in catalogue order, and counted', async () => {
    expect(ids(await lotsOf(store.db, timelineId))).toEqual(['a', 'b', 'c'])
    expect(await findLot(store.db, `${timelineId} a`)).toMatchObject({
      startPrice: 300,
      deliveryDate: '2036-12-24',
      pictures: ['p1', 'p2'],
      reserve: null,
    })
    expect((await findSession(store.db, timelineId))?.timeline.lotCount).toBe(3)
    expect(await Promise.all(['p2', 'p', 'P2'].map((name) => isPictured(store.db, name)))).toEqual([true, false, false])
  })

  test.each<[Partial<LotQuery>, string[]]>([
    [{}, ['a', 'b', 'c']],
    [{ species: 'oak' }, ['a', 'c']],
    [{ origin: 'ru' }, ['b']],
    [{ grade: 'B', tradeArea: 'north' }, ['c']],
    [{ minPrice: minor(200) }, ['a', 'c']],
    [{ minPrice: minor(101), maxPrice: minor(200) }, ['c']],
    [{ sort: 'price' }, ['b', 'c', 'a']],
    [{ sort: '-price' }, ['a', 'c', 'b']],
    [{ sort: 'quantity' }, ['a', 'c', 'b']],
    [{ sort: '-quantity' }, ['b', 'c', 'a']],
    [{ keyword: '橡' }, ['a', 'c']],
    [{ keyword: 'PINE' }, ['b']],
    [{ keyword: 'russ' }, ['b']],
    [{ keyword: '䶮' }, ['c']],
    [{ keyword: ' 2 ' }, ['b']],
    [{ keyword: '0%' }, ['b']],
    [{ keyword: 'e_x' }, ['b']],
    [{ keyword: '%' }, ['b']],
    [{ keyword: '\\' }, []],
    [{ keyword: "'; DROP TABLE lot" }, []],
  ])('filter and sort: %j', async (query, expected) => {
    expect(await list(query)).toEqual(expected)
  })

  test('of a status: the room names them; its prices count for sort and bounds', async () => {
    const of = (name: string) => `${timelineId} ${name}`
    expect(await list({ only: [of('c'), of('b'), 'unknown'] })).toEqual(['b', 'c'])
    expect(await list({ only: [] })).toEqual([])
    const prices = new Map([
      [of('b'), minor(900)],
      [of('a'), minor(50)],
    ])
    expect(await list({ prices, sort: 'price' })).toEqual(['a', 'c', 'b'])
    expect(await list({ prices, minPrice: minor(200), species: 'pine' })).toEqual(['b'])
  })

  test('pages do not overlap, and the total is of all', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((offset) => listLots(store.db, { timelineId, offset, limit: 1, sort: '-price' })),
    )
    expect(pages.map(({ rows, total }) => [ids(rows)[0], total])).toEqual([
      ['a', 3],
      ['c', 3],
      ['b', 3],
      [undefined, 3],
    ])
  })

  test('watched ones are a filter, per account', async () => {
    const { account } = await member()
    const { account: other } = await member()
    const lotId = `${timelineId} b`
    await watch(store.db, account.id, lotId)
    await watch(store.db, account.id, lotId)
    expect(await list({ watchedBy: account.id })).toEqual(['b'])
    expect(await list({ watchedBy: other.id })).toEqual([])
    expect(await watchedAmong(store.db, account.id, [lotId, 'x'])).toEqual(new Set([lotId]))
    await unwatch(store.db, account.id, lotId)
    expect(await list({ watchedBy: account.id })).toEqual([])
  })

  test('adding fails as a whole: a place taken twice', async () => {
    const { company } = await member()
    const two = [4, 1].map((position) => someLot({ id: randomUUID(), position, sellerCompanyId: company.id }))
    await expect(addLots(store.db, timelineId, two)).rejects.toThrow()
    expect(await list()).toEqual(['a', 'b', 'c'])
  })
})
