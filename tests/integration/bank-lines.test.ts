import { randomUUID } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { depositSums, entryRefused, limitsOf } from '../../src/domain/deposit.ts'
import { dayOf } from '../../src/domain/trade/money.ts'
import { later, minor } from '../../src/domain/units.ts'
import { settleBankLines } from '../../src/server/store/bank-lines.ts'
import { bankLine, sessionDeposit, timeline } from '../../src/server/store/schema.ts'
import { entriesOf } from '../../src/server/store/sessionDeposits.ts'
import { recordDeposit } from '../../src/server/trade/deposits.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { sellerToken } from '../support/http/people.ts'
import { castOf } from '../support/http/sales.ts'
import { addPeople, addSale } from '../support/http/world.ts'
import type { Login, Sale } from '../support/http/world.ts'

let house: House
let actorsIn: ReturnType<typeof castOf>
beforeAll(async () => {
  house = await openHouse()
  await addPeople(house)
  actorsIn = castOf(house)
})
afterAll(() => house.close())

const tokens = new Map<Login, Promise<string>>()
function tokenOf(who: Login): Promise<string> {
  const known = tokens.get(who) ?? sellerToken(house, who)
  tokens.set(who, known)
  return known
}
const today = () => dayOf(house.clock.now())
const REQUIRED = [{ currency: 'CNY', amount: minor(5_000_000) }] as const
const FACTOR = 10

/** A sale that asks for a deposit; its bidders are in it. */
async function saleWithDeposit(stand: 'published' | 'running', bidders = ['c1', 'c2', 'c3']): Promise<Sale> {
  const sale = await addSale(house, { stand, bidders, lots: 3 })
  await house.store.db
    .update(timeline)
    .set({ deposits: [...REQUIRED], depositFactor: FACTOR })
    .where(eq(timeline.id, sale.id))
  return sale
}

const Answer = z.looseObject({ code: z.number(), msg: z.string(), reason: z.string().optional() })
const record = async (sale: Sale, companyId: string, after: number, reference: string, also: object = {}) =>
  Answer.parse(
    await house.ask('POST', '/operator/sale/deposit/record', {
      token: await tokenOf('admin'),
      body: {
        scheduleTimelineId: sale.id,
        companyId,
        after,
        kind: 'received',
        currency: 'CNY',
        amount: '50000.00',
        day: today(),
        reference,
        ...also,
      },
    }),
  )
const bidders = async (sale: Sale) => {
  const query = { scheduleTimelineId: sale.id, pageNum: '1', pageSize: '10' }
  const answer = await house.ask('GET', '/operator/sale/bidder/list', { token: await tokenOf('admin'), query })
  const Row = z.looseObject({
    companyId: z.string(),
    limits: z.array(z.looseObject({ currency: z.string(), most: z.string(), exposed: z.string() })),
    deposit: z.looseObject({ sums: z.array(z.looseObject({ balance: z.string() })) }),
  })
  return z.object({ rows: z.array(Row) }).parse(answer).rows
}
const limitOf = async (sale: Sale, company: string) =>
  (await bidders(sale)).find(({ companyId }) => companyId === company)?.limits[0]

describe('Bl2: a line of the bank', () => {
  test('counts once, however it is written and for whomever it is recorded; the refusal says where it stands', async () => {
    const [sale, other] = [await saleWithDeposit('published'), await saleWithDeposit('published')]
    const line = `B${randomUUID()}`
    expect(await record(sale, 'c1', 0, line)).toMatchObject({ code: 200 })
    const wide = line.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0))
    for (const spelling of [line, line.toUpperCase(), `${line.slice(0, 9)} ${line.slice(9)}`, wide, `${line}。`])
      for (const [of, company, after] of [
        [sale, 'c1', 1],
        [sale, 'c2', 0],
        [other, 'c1', 0],
      ] as const) {
        const again = await record(of, company, after, spelling)
        expect(again, spelling).toMatchObject({ code: 601, reason: 'line.in_deposit' })
        expect(again.msg).toContain('c1木业有限公司')
        expect(again.msg).toContain('春季木材竞价会')
        expect(again.msg).toContain('admin')
        expect(again.msg).toMatch(/\d+月\d+日 \d\d:\d\d/)
      }
    expect(await limitOf(sale, 'c1')).toMatchObject({ most: '500000.00' })
    expect(await limitOf(sale, 'c2')).toBeUndefined()
    expect(await limitOf(other, 'c1')).toBeUndefined()
  })

  test('is another with another amount, day or reference', async () => {
    const sale = await saleWithDeposit('published')
    const line = randomUUID()
    const before = dayOf(later(house.clock.now(), -86_400_000))
    expect(await record(sale, 'c1', 0, line)).toMatchObject({ code: 200 })
    expect(await record(sale, 'c1', 1, line, { amount: '50000.01' })).toMatchObject({ code: 200 })
    expect(await record(sale, 'c1', 2, line, { day: before })).toMatchObject({ code: 200 })
    expect(await record(sale, 'c1', 3, `${line}1`)).toMatchObject({ code: 200 })
  })

  test('recorded by many clerks at once is recorded by one', async () => {
    const sales = await Promise.all([1, 2].map(() => saleWithDeposit('published')))
    const line = randomUUID()
    const answers = await Promise.all(
      sales.flatMap((sale) => ['c1', 'c2', 'c3'].map((company) => record(sale, company, 0, line))),
    )
    const reasons = answers.map(({ reason }) => reason ?? 'done').toSorted()
    expect(reasons).toEqual(['done', ...Array.from({ length: 5 }, () => 'line.in_deposit')])
    const limits = (await Promise.all(sales.map((sale) => bidders(sale)))).flat().flatMap((one) => one.limits)
    expect(limits.map(({ most }) => most)).toEqual(['500000.00'])
  })

  test('that leaves is told apart by the company that it goes to', async () => {
    const sale = await saleWithDeposit('published')
    expect(await record(sale, 'c1', 0, randomUUID(), { amount: '150000.00' })).toMatchObject({ code: 200 })
    expect(await record(sale, 'c2', 0, randomUUID(), { amount: '150000.00' })).toMatchObject({ code: 200 })
    const back = { kind: 'released', amount: '50000.00' }
    expect(await record(sale, 'c1', 1, 'end of sale', back)).toMatchObject({ code: 200 })
    expect(await record(sale, 'c1', 2, 'End of Sale', back)).toMatchObject({ reason: 'line.in_deposit' })
    expect(await record(sale, 'c2', 1, 'end of sale', back)).toMatchObject({ code: 200 })
  })
})

describe('Bl3: two lines alike', () => {
  test('are told apart by the bank’s entry number, or by a reason that the audit keeps', async () => {
    const sale = await saleWithDeposit('published')
    const line = randomUUID()
    expect(await record(sale, 'c1', 0, line, { bankEntry: 'A5' })).toMatchObject({ code: 200 })
    expect(await record(sale, 'c1', 1, line, { bankEntry: ' a-5 ' })).toMatchObject({ reason: 'line.in_deposit' })
    expect(await record(sale, 'c1', 1, line, { bankEntry: 'a 5', another: 'no' })).toMatchObject({ code: 601 })
    expect(await record(sale, 'c1', 1, line, { bankEntry: 'A6' })).toMatchObject({ code: 200 })
    expect(await record(sale, 'c2', 0, line)).toMatchObject({ reason: 'line.in_deposit' })
    const why = '银行回单有两笔，分两次付'
    expect(await record(sale, 'c2', 0, line, { another: why })).toMatchObject({ code: 200 })
    const audit = await house.ask('GET', '/operator/audit/list', {
      token: await tokenOf('admin'),
      query: { pageNum: '1', pageSize: '5' },
    })
    expect(JSON.stringify(audit)).toContain(why)
  })

  test('are told apart by the payers’ accounts, where both are known', async () => {
    const sale = await saleWithDeposit('published')
    const line = randomUUID()
    const from = (payerAccount: string) => ({ payerAccount })
    expect(await record(sale, 'c1', 0, line, from('6222 0000 1'))).toMatchObject({ code: 200 })
    expect(await record(sale, 'c2', 0, line, from('6222-0000-1'))).toMatchObject({ reason: 'line.in_deposit' })
    expect(await record(sale, 'c2', 0, line)).toMatchObject({ reason: 'line.in_deposit' })
    expect(await record(sale, 'c2', 0, line, from('6222 0000 2'))).toMatchObject({ code: 200 })
  })
})

describe('Bl4: a correction', () => {
  test('takes a wrong entry back; the line may then be recorded where it belongs', async () => {
    const sale = await saleWithDeposit('published')
    const line = randomUUID()
    await record(sale, 'c1', 0, line)
    expect(await record(sale, 'c1', 1, line, { amount: '-50000.00' })).toMatchObject({ code: 400 })
    expect(await record(sale, 'c1', 1, line, { kind: 'correction' })).toMatchObject({ reason: 'payment.no_entry' })
    const back = { kind: 'correction', corrects: 1, amount: '0.00' }
    expect(await record(sale, 'c1', 1, 'of company c2', back)).toMatchObject({
      code: 200,
      data: { covered: false, below: [] },
    })
    expect(await limitOf(sale, 'c1')).toMatchObject({ most: '0.01', exposed: '0.00' })
    expect(await record(sale, 'c2', 0, line)).toMatchObject({ code: 200 })
    // It cannot come back to the first company while it stands at the second.
    const again = await record(sale, 'c1', 2, 'it was theirs', { ...back, amount: '50000.00' })
    expect(again).toMatchObject({ reason: 'line.in_deposit' })
    expect(again.msg).toContain('c2木业有限公司')
    expect(await limitOf(sale, 'c1')).toMatchObject({ most: '0.01' })
    expect(await house.store.db.$count(sessionDeposit, eq(sessionDeposit.timelineId, sale.id))).toBe(3)
    expect(await record(sale, 'c2', 1, 'and so back', back)).toMatchObject({ code: 200 })
    expect(await record(sale, 'c1', 2, 'it was theirs', { ...back, amount: '50000.00' })).toMatchObject({ code: 200 })
    expect(await limitOf(sale, 'c1')).toMatchObject({ most: '500000.00' })
  })

  test('lowers the limit below what is bound: what was bid stays, nothing more can be bid', async () => {
    const sale = await saleWithDeposit('running')
    const { bid } = actorsIn(sale)
    const line = randomUUID()
    expect(await record(sale, 'c1', 0, line)).toMatchObject({ code: 200 })
    // 10 m³ at 1,000.00 and more.
    expect(await bid('buyer1', 1, '1000.00')).toMatchObject({ code: 200 })
    const wrong = await record(sale, 'c1', 1, 'another company’s', { kind: 'correction', corrects: 1, amount: '0.00' })
    expect(wrong).toMatchObject({
      code: 200,
      data: { covered: false, below: [{ currency: 'CNY', most: '0.01', exposed: '10000.00' }] },
    })
    const state = await house.rooms.state(sale.id)
    expect(state?.lots.get(sale.lots[0] ?? '')?.leading).toMatchObject({ number: 1, price: 100_000 })
    expect(await bid('buyer1', 2, '1100.00')).toMatchObject({ code: 601, reason: 'bid.over_limit' })
    expect(await bid('buyer2', 1, '1010.00')).toMatchObject({ code: 200 })
    expect(await bid('buyer1', 1, '1020.00')).toMatchObject({ code: 601, reason: 'bid.over_limit' })
  })

  test('of less than was there follows the same way', async () => {
    const sale = await saleWithDeposit('running')
    await record(sale, 'c1', 0, randomUUID(), { amount: '80000.00' })
    expect(await limitOf(sale, 'c1')).toMatchObject({ most: '800000.00' })
    await record(sale, 'c1', 1, 'the bank says 60,000', { kind: 'correction', corrects: 1, amount: '60000.00' })
    expect(await limitOf(sale, 'c1')).toMatchObject({ most: '600000.00' })
    const list = await house.ask('GET', '/operator/sale/deposit/list', {
      token: await tokenOf('admin'),
      query: { scheduleTimelineId: sale.id, companyId: 'c1' },
    })
    expect(list).toMatchObject({
      rows: [
        { seq: 2, kind: 'correction', corrects: 1, amount: '60000.00' },
        { seq: 1, kind: 'received', corrects: null, amount: '80000.00', amountNow: '60000.00' },
      ],
    })
  })
})

test('entries of a release before get their lines, also what stands twice; nothing more is recorded like them', async () => {
  const sale = await saleWithDeposit('published')
  const { db } = house.store
  const line = randomUUID()
  const entry = {
    timelineId: sale.id,
    currency: 'CNY',
    amount: minor(5_000_000),
    day: today(),
    corrects: null,
  } as const
  const by = { accountId: 'admin', at: house.clock.now() }
  await db.insert(sessionDeposit).values([
    { ...entry, ...by, companyId: 'c1', seq: 1, kind: 'received', reference: line },
    { ...entry, ...by, companyId: 'c1', seq: 2, kind: 'held', reference: line },
    { ...entry, ...by, companyId: 'c1', seq: 3, kind: 'released', reference: line },
    { ...entry, ...by, companyId: 'c2', seq: 1, kind: 'received', reference: line.toUpperCase() },
  ])
  await settleBankLines(db)
  await settleBankLines(db)
  const lines = await db.select().from(bankLine).where(eq(bankLine.timelineId, sale.id))
  expect(
    lines.map(({ direction, companyId, seq, nth }) => `${direction} ${companyId} ${seq} ${nth}`).toSorted(),
  ).toEqual(['in c1 1 1', 'in c2 1 2', 'out c1 3 1'])
  expect(await record(sale, 'c3', 0, line)).toMatchObject({ reason: 'line.in_deposit' })
  const back = { kind: 'correction', corrects: 1, amount: '0.00' }
  expect(await record(sale, 'c2', 1, 'twice', back)).toMatchObject({ code: 200 })
  expect(await record(sale, 'c3', 0, line)).toMatchObject({ reason: 'line.in_deposit' })
})

// What the bank shows: lines of their own, and two alike that have numbers.
const DAY = '2026-01-15'
const BANK = [
  { reference: 'TT 20260115-1', amount: 5_000_000, entry: '' },
  { reference: 'TT 20260115-2', amount: 5_000_000, entry: '' },
  { reference: 'Deposit REF7', amount: 3_000_000, entry: '' },
  { reference: '保证金', amount: 2_500_000, entry: 'A5' },
  { reference: '保证金', amount: 2_500_000, entry: 'A6' },
] as const
const SPELLINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase().replaceAll(' ', ''),
  (text) => `${text.toLowerCase().replaceAll('-', ' – ')} `,
]

interface Act {
  readonly is: 'record' | 'correct'
  readonly what: number
  readonly where: number
  readonly spelling: number
}
const act: fc.Arbitrary<Act> = fc.record({
  is: fc.constantFrom('record' as const, 'record' as const, 'correct' as const),
  what: fc.nat(99),
  where: fc.nat(3),
  spelling: fc.nat(SPELLINGS.length - 1),
})
/** `FC_RUNS=10` for a thousand schedules. */
const RUNS = 100 * Number(process.env['FC_RUNS'] ?? 1)

test(
  'two clerks record in any spelling, and correct: the cover is the sum of distinct bank lines at every step',
  { timeout: 60_000 * Math.max(1, RUNS / 100) },
  async () => {
    const { db } = house.store
    const seen = { recorded: 0, refused: 0, taken: 0 }
    const outcome = await fc.check(
      fc.asyncProperty(fc.array(fc.tuple(act, act), { minLength: 4, maxLength: 12 }), async (schedule) => {
        await db.delete(bankLine)
        const places = ['one', 'two'].flatMap((sale) => {
          const timelineId = `${sale} ${randomUUID()}`
          return ['c1', 'c2'].map((companyId) => ({ timelineId, companyId }))
        })
        const entriesAt = (place: (typeof places)[number]) => entriesOf(db, place.timelineId, place.companyId)
        const clerk = async (name: string, { is, what, where, spelling }: Act) => {
          const place = places[where] ?? places[0]
          if (place === undefined) return
          const entries = await entriesAt(place)
          const line = BANK[what % BANK.length] ?? BANK[0]
          const received = entries.filter(({ kind }) => kind === 'received')
          const corrected = received[what % Math.max(1, received.length)]
          if (is === 'correct' && corrected === undefined) return
          const corrects = is === 'correct' ? (corrected?.seq ?? null) : null
          const amount = minor(corrects === null ? line.amount : what % 3 === 0 ? (corrected?.amount ?? 0) : 0)
          const row = {
            ...place,
            seq: entries.length + 1,
            kind: is === 'correct' ? ('correction' as const) : ('received' as const),
            currency: 'CNY' as const,
            amount,
            day: DAY,
            reference: SPELLINGS[spelling]?.(line.reference) ?? line.reference,
            corrects,
            rule: null,
            hold: null,
            accountId: name,
            at: house.clock.now(),
          }
          if (entryRefused(entries, row) !== null) return
          const done = await recordDeposit(db, row, { payerAccount: '', bankEntry: line.entry, another: '' })
          if (done === 'done') seen[corrects === null ? 'recorded' : 'taken'] += 1
          else if (done !== 'changed') seen.refused += 1
        }
        for (const [first, second] of schedule) {
          await Promise.all([clerk('wang', first), clerk('li', second)])
          const standing = await db
            .select()
            .from(bankLine)
            .where(and(isNull(bankLine.takenBackAt), eq(bankLine.day, DAY)))
          const distinct = new Set(standing.map((line) => `${line.reference} ${line.amount} ${line.entry}`))
          expect(distinct.size).toBe(standing.length)
          expect(standing.length).toBeLessThanOrEqual(BANK.length)
          const sums = (await Promise.all(places.map((place) => entriesAt(place)))).map((all) => depositSums(all))
          const cover = sums.flat().reduce((sum, { balance }) => sum + balance, 0)
          expect(cover).toBe(standing.reduce((sum, { amount }) => sum + amount, 0))
          const limits = sums.reduce((sum, one) => sum + (limitsOf(REQUIRED, FACTOR, one).CNY ?? 0), 0)
          expect(limits).toBeLessThanOrEqual(cover * FACTOR)
        }
      }),
      { numRuns: RUNS, seed: Number(process.env['FC_SEED'] ?? 20_261_129), endOnFailure: true },
    )
    if (outcome.failed) throw outcome.errorInstance
    expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(50)
  },
)
