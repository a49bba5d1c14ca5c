import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { eq, sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import type { Day } from '../../src/domain/trade/money.ts'
import { addDays } from '../../src/domain/trade/working-days.ts'
import { instant, milli, minor } from '../../src/domain/units.ts'
import type { Currency } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { findContracts, giveLots } from '../../src/server/store/contracts.ts'
import { asOfOneMoment } from '../../src/server/store/in-turns.ts'
import { isMigration, MIGRATIONS } from '../../src/server/store/migrate.ts'
import { openStore } from '../../src/server/store/open.ts'
import type { Db, Store } from '../../src/server/store/open.ts'
import { addPayment } from '../../src/server/store/payments.ts'
import {
  contractPayment,
  saleOrder,
  statementLine,
  statementMonth,
  tradeContract,
} from '../../src/server/store/schema.ts'
import { allStatementLines, statementLines, statementSums } from '../../src/server/store/statements.ts'
import type { StatementLine, StatementPeriod } from '../../src/server/store/statements.ts'
import { asOwner } from '../support/store/owner.ts'
import { summedLines, summedSums } from '../support/store/summed-statements.ts'
import { temporaryFolder, temporaryStore } from '../support/store/temporary.ts'

const FIRST: Day = '2026-01-01'
const DAYS = 150
/** Migration 0044, the last before statements were kept. */
const BEFORE_STATEMENTS = 'audit-words'
const stepOf = (name: string): number => {
  const { entries } = z
    .object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) })
    .parse(JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8')))
  return entries.find(({ tag }) => tag.endsWith(`_${name}`))?.when ?? 0
}

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(() => store.close())

type Writes = Pick<Db, 'select' | 'insert' | 'update' | 'execute'>
let made = 0
const newId = (what: string) => `${what}-${String((made += 1)).padStart(6, '0')}`
const noon = (day: Day) => instant(Date.parse(`${day}T04:00:00Z`))
const dayAt = (place: number) => addDays(FIRST, place % DAYS)

interface Deal {
  readonly contract: string | null
  readonly amount: number
  readonly buyer: string
  readonly seller: string
  readonly currency?: Currency
}
async function addDeal(tx: Writes, { contract, amount, buyer, seller, currency = 'CNY' }: Deal): Promise<string> {
  const lotId = newId('lot')
  await tx.insert(saleOrder).values({
    lotId,
    timelineId: 'sale',
    seq: 1,
    biddingNumber: 1,
    companyId: buyer,
    sellerCompanyId: seller,
    currency,
    price: minor(1),
    quantity: milli(1_000),
    amount: minor(amount),
    at: noon(FIRST),
    contractId: contract,
  })
  return lotId
}

interface Made extends Omit<Deal, 'contract' | 'amount'> {
  readonly day: Day
  readonly amounts: readonly number[]
  readonly terms?: Partial<{ readonly commissionRate: number; readonly commissionBy: 'buyer' | 'seller' }> | null
  readonly status?: 2 | 3
}
async function addContract(
  tx: Writes,
  { day, amounts, buyer, seller, currency = 'CNY', terms = null, status = 2 }: Made,
): Promise<{ readonly id: string; readonly lots: readonly string[] }> {
  const id = newId('contract')
  await tx.insert(tradeContract).values({
    id,
    contractNo: `TC-2026-${id.slice(-6)}`,
    buyerCompanyId: buyer,
    sellerCompanyId: seller,
    status,
    version: 1,
    hash: '',
    currency,
    amount: minor(0),
    lotCount: amounts.length,
    createdAt: noon(day),
    changedAt: noon(day),
    paymentTerms: terms as null,
  })
  const lots: string[] = []
  for (const amount of amounts) lots.push(await addDeal(tx, { contract: id, amount, buyer, seller, currency }))
  return { id, lots }
}

const setStatus = (tx: Writes, id: string, status: 2 | 3 | 4, day: Day) =>
  tx
    .update(tradeContract)
    .set({ status, changedAt: noon(day) })
    .where(eq(tradeContract.id, id))
const cancel = (tx: Writes, lot: string | undefined) =>
  tx
    .update(saleOrder)
    .set({ cancelled: 'withdrawn' })
    .where(eq(saleOrder.lotId, lot ?? ''))

type Entry = Pick<typeof contractPayment.$inferInsert, 'kind' | 'claim' | 'day'> & {
  readonly amount: number
  readonly corrects?: number | null
}
const pay = async (tx: Writes, contractId: string, { amount, corrects = null, ...entry }: Entry) => {
  const [last] = await tx
    .select({ seq: sql<number>`coalesce(max(seq), 0)::int` })
    .from(contractPayment)
    .where(eq(contractPayment.contractId, contractId))
  const seq = (last?.seq ?? 0) + 1
  await addPayment(tx, {
    ...entry,
    contractId,
    seq,
    corrects,
    amount: minor(amount),
    reference: `ref ${seq}`,
    accountId: 'clerk',
    at: noon(entry.day),
  })
  return seq
}

/** Kept lines and months that are not what contracts, deals and payments say. */
async function amiss({ db }: Pick<Store, 'db'> = store): Promise<readonly unknown[]> {
  const derived = sql`SELECT l.* FROM ${tradeContract} c CROSS JOIN LATERAL statement_lines_of(c.id) l`
  const kept = sql`SELECT * FROM ${statementLine}`
  const months = sql`SELECT company_id, month, account, currency, charged, received, returned, lines FROM ${statementMonth} WHERE lines <> 0 OR charged <> 0 OR received <> 0 OR returned <> 0`
  const sumOf = (kind: StatementLine['kind']) => sql`coalesce(sum(amount) FILTER (WHERE kind = ${kind}), 0)::bigint`
  const summed = sql`SELECT company_id, left(day, 7), account, currency, ${sumOf('charge')}, ${sumOf('received')}, ${sumOf('returned')}, count(*)::int FROM ${statementLine} GROUP BY 1, 2, 3, 4`
  const apart = async (one: SQL, other: SQL) => (await db.execute(sql`(${one}) EXCEPT ALL (${other})`)).rows
  return [
    ...(await apart(derived, kept)),
    ...(await apart(kept, derived)),
    ...(await apart(months, summed)),
    ...(await apart(summed, months)),
  ]
}

async function pagesOf(period: StatementPeriod, limit: number): Promise<readonly StatementLine[]> {
  const all: StatementLine[] = []
  for (;;) {
    const { rows } = await statementLines(store.db, period, { offset: all.length, limit })
    all.push(...rows)
    if (rows.length < limit) return all
  }
}
async function sheetOf(period: StatementPeriod, atOnce: number): Promise<readonly StatementLine[]> {
  return asOfOneMoment(store.db, async (tx) => {
    const all: StatementLine[] = []
    for await (const rows of allStatementLines(tx, period, atOnce)) all.push(...rows)
    return all
  })
}

const ACTS = [
  'make',
  'deal',
  'complete',
  'terminate',
  'pay',
  'return',
  'commission',
  'correct',
  'cancel',
  'move',
  'terms',
] as const
const act = fc.record({
  is: fc.constantFrom(...ACTS, ...(['make', 'complete', 'pay', 'pay'] as const)),
  which: fc.nat(999),
  other: fc.nat(999),
  day: fc.nat(DAYS - 1),
  amount: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 1, max: 9_999_999 }) },
    { weight: 1, arbitrary: fc.constant(0) },
  ),
  undone: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
})
const asked = fc.record({
  company: fc.nat(3),
  from: fc.nat(DAYS - 20),
  days: fc.oneof(fc.nat(3), fc.nat(40), fc.integer({ min: 60, max: DAYS + 40 })),
  limit: fc.integer({ min: 1, max: 30 }),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Writes a history of four companies, two of which both buy and sell. */
async function written(acts: readonly Act[], companies: readonly string[]): Promise<void> {
  const contracts: {
    id: string
    lots: string[]
    payments: number[]
    buyer: string
    seller: string
    currency: Currency
  }[] = []
  for (const { is, which, other, day: at, amount, undone } of acts) {
    const day = dayAt(at)
    const one = contracts[which % Math.max(1, contracts.length)]
    const write = async (tx: Writes): Promise<(() => void) | undefined> => {
      if (is === 'make') {
        const [buyer = '', seller = ''] = [companies[which % 3], companies[1 + (which % 3)]]
        const currency = (['CNY', 'USD'] as const)[other % 2] ?? 'CNY'
        const terms = [null, { commissionRate: 150, commissionBy: 'buyer' as const }, { commissionRate: 33 }][other % 3]
        const of = { buyer, seller, currency }
        const { id, lots } = await addContract(tx, { ...of, day, amounts: [amount, other], terms: terms ?? null })
        return () => contracts.push({ id, lots: [...lots], payments: [], ...of })
      }
      if (one === undefined) return undefined
      const entry = (kind: 'received' | 'returned', claim: Entry['claim']) => async () => {
        const seq = await pay(tx, one.id, { kind, claim, amount, day })
        return () => one.payments.push(seq)
      }
      switch (is) {
        case 'deal': {
          const lot = await addDeal(tx, { ...one, contract: one.id, amount })
          return () => one.lots.push(lot)
        }
        case 'complete':
          await setStatus(tx, one.id, 3, day)
          return undefined
        case 'terminate':
          await setStatus(tx, one.id, 4, day)
          if (other % 2 === 0) await giveLots(tx, one.id, [])
          return undefined
        case 'pay':
          return entry('received', 'balance')()
        case 'return':
          return entry('returned', 'deposit')()
        case 'commission':
          return entry('received', 'commission')()
        case 'correct': {
          const corrects = one.payments[other % Math.max(1, one.payments.length)]
          if (corrects !== undefined)
            await pay(tx, one.id, {
              kind: 'correction',
              claim: 'balance',
              amount: other % 3 === 0 ? 0 : amount,
              day,
              corrects,
            })
          return undefined
        }
        case 'cancel':
          await cancel(tx, one.lots[other % Math.max(1, one.lots.length)])
          return undefined
        case 'move': {
          const to = contracts[other % contracts.length]
          const lot = one.lots[other % Math.max(1, one.lots.length)]
          if (to !== undefined && lot !== undefined)
            await tx.update(saleOrder).set({ contractId: to.id }).where(eq(saleOrder.lotId, lot))
          return undefined
        }
        case 'terms':
          await tx
            .update(tradeContract)
            .set({
              paymentTerms: { commissionRate: other, commissionBy: other % 2 === 0 ? 'buyer' : 'seller' } as never,
            })
            .where(eq(tradeContract.id, one.id))
      }
      return undefined
    }
    await store.db
      .transaction(async (tx) => {
        const note = await write(tx)
        if (undone) throw new Undone()
        return note
      })
      .then(
        (note) => note?.(),
        (error: unknown) => {
          if (!(error instanceof Undone)) throw error
        },
      )
  }
}
class Undone extends Error {}

const RUNS = 15 * Number(process.env['FC_RUNS'] ?? 1)
test(
  'kept statements are the sums from the first line on, for any history, period, company and page',
  { timeout: 120_000 * Math.max(1, RUNS / 15) },
  async () => {
    let lines = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 50, maxLength: 90 }),
        fc.array(asked, { minLength: 6, maxLength: 6 }),
        async (acts, periods) => {
          const companies = Array.from({ length: 4 }, () => newId('company'))
          await written(acts, companies)
          for (const { company, from, days, limit } of periods) {
            const beginTime = addDays(addDays(FIRST, -10), from)
            const period = { companyId: companies[company] ?? '', beginTime, endTime: addDays(beginTime, days) }
            const summed = await summedLines(store.db, period)
            lines += summed.length
            expect(await pagesOf(period, limit)).toEqual(summed)
            expect(await sheetOf(period, limit)).toEqual(summed)
            expect(await statementSums(store.db, period)).toEqual(await summedSums(store.db, period))
            const last = await statementLines(store.db, period, { offset: summed.length + 7, limit })
            expect(last).toEqual({ rows: [], total: summed.length })
          }
          expect(await amiss()).toEqual([])
        },
      ),
      { numRuns: RUNS },
    )
    expect(lines).toBeGreaterThan(100)
  },
)

test('transactions that overlap on two connections leave the lines of both', async () => {
  const [buyer, seller] = [newId('company'), newId('company')]
  /** Both have written before either commits. */
  const together = (...writes: readonly ((tx: Writes) => Promise<unknown>)[]) => {
    let [waiting, go] = [writes.length, () => {}]
    const all = new Promise<void>((done) => {
      go = done
    })
    return Promise.all(
      writes.map((write) =>
        store.db.transaction(async (tx) => {
          await write(tx)
          waiting -= 1
          if (waiting === 0) go()
          await all
        }),
      ),
    )
  }
  for (let round = 0; round < 20; round += 1) {
    const one = await store.db.transaction((tx) => addContract(tx, { buyer, seller, day: FIRST, amounts: [700, 900] }))
    const two = await store.db.transaction((tx) =>
      addContract(tx, { buyer, seller, day: FIRST, amounts: [50], status: 3 }),
    )
    // The contract is completed while a room cancels one of its deals, and another contract of the same month is paid.
    await together(
      (tx) => setStatus(tx, one.id, 3, dayAt(round)),
      (tx) => cancel(tx, one.lots[0]),
      (tx) => pay(tx, two.id, { kind: 'received', claim: 'balance', amount: 20, day: dayAt(round) }),
    )
    await together(
      (tx) => pay(tx, one.id, { kind: 'received', claim: 'balance', amount: 300, day: dayAt(round) }),
      (tx) => setStatus(tx, two.id, 4, dayAt(round)),
      (tx) => cancel(tx, one.lots[1]),
    )
  }
  expect(await amiss()).toEqual([])
})

test('a database of before is filled by its migration, and by a rebuild', async () => {
  const folder = temporaryFolder()
  const at = { dataDir: folder.path, databaseUrl: null }
  const before = stepOf(BEFORE_STATEMENTS)
  expect(isMigration(before)).toBe(true)
  try {
    const old = await openStore(at, quiet, { migrateTo: before })
    try {
      await old.db.transaction(async (tx) => {
        for (let i = 0; i < 30; i += 1) {
          const of = { buyer: `b${i % 3}`, seller: `s${i % 2}`, day: dayAt(i * 5), amounts: [1_000 + i, 5] }
          const { id } = await addContract(tx, { ...of, status: i % 4 === 0 ? 2 : 3, terms: { commissionRate: 100 } })
          await pay(tx, id, { kind: 'received', claim: 'balance', amount: 400, day: dayAt(i * 3) })
          await pay(tx, id, { kind: 'correction', claim: 'balance', amount: i % 2, day: dayAt(i * 3), corrects: 1 })
        }
      })
    } finally {
      await old.close()
    }
    const now = await openStore(at, quiet)
    try {
      const all = { companyId: 's1', beginTime: FIRST, endTime: dayAt(DAYS - 1) }
      const summed = await summedLines(now.db, all)
      expect(summed.length).toBeGreaterThan(15)
      const listed = () => statementLines(now.db, all, { offset: 0, limit: 500 })
      expect(await listed()).toEqual({ rows: summed, total: summed.length })
      expect(await amiss(now)).toEqual([])
      await now.db.execute(sql`SELECT statement_rebuild()`)
      expect(await listed()).toEqual({ rows: summed, total: summed.length })
      expect(await amiss(now)).toEqual([])
    } finally {
      await now.close()
    }
  } finally {
    folder.remove()
  }
})

/** A company that has sold for three years. */
async function grownOld(contracts: number, year = 2030): Promise<string> {
  const seller = newId('company')
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL timber.statements = 'later'`)
    await tx.execute(sql`
      INSERT INTO trade_contract (id, contract_no, buyer_company_id, seller_company_id, status, version, hash, currency, amount, lot_count, created_at, changed_at)
      SELECT ${seller} || n, 'TC-' || ${year}::text || '-' || lpad(n::text, 6, '0'), ${seller} || 'b' || n % 40, ${seller}, 3, 1, '', 'CNY', 100, 1, at, at
      FROM generate_series(1, ${contracts}::int) n, LATERAL (SELECT '2023-01-01T04:00Z'::timestamptz + n * interval '1095 days' / ${contracts}::int AS at) t`)
    await tx.execute(sql`
      INSERT INTO sale_order (lot_id, timeline_id, seq, bidding_number, company_id, seller_company_id, currency, price, quantity, amount, at, contract_id)
      SELECT id, 'sale', 1, 1, buyer_company_id, seller_company_id, currency, 1, 1000, amount, changed_at, id
      FROM trade_contract WHERE seller_company_id = ${seller}`)
    await tx.execute(sql`
      INSERT INTO contract_payment (contract_id, seq, claim, kind, amount, day, reference, account_id, at)
      SELECT id, seq, 'balance', 'received', 40, to_char(changed_at + interval '3 days', 'YYYY-MM-DD'), '', 'clerk', changed_at
      FROM trade_contract, generate_series(1, 2) seq WHERE seller_company_id = ${seller}`)
    await tx.execute(sql`SELECT statement_rebuild()`)
  })
  await asOwner(store, 'ANALYZE')
  return seller
}

interface PlanNode {
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}
const rowsIn = (node: PlanNode): number => {
  const each =
    (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)
  const own = node['Relation Name'] === undefined ? 0 : each * (node['Actual Loops'] ?? 1)
  return own + (node.Plans ?? []).reduce((sum, plan) => sum + rowsIn(plan), 0)
}
/** Rows of tables that the statements of `read` look at. */
async function rowsRead(read: (db: Pick<Db, 'execute'>) => Promise<unknown>): Promise<number> {
  let rows = 0
  const explaining = {
    execute: async (query: SQL) => {
      const { rows: plans } = await store.db.execute<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
        sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
      )
      rows += plans.flatMap((plan) => plan['QUERY PLAN']).reduce((sum, { Plan }) => sum + rowsIn(Plan), 0)
      return store.db.execute(query)
    },
  } as Pick<Db, 'execute'>
  await read(explaining)
  return rows
}

test('a month of an old company, or any page of all its lines, does not read the rest', async () => {
  const companyId = await grownOld(3_000)
  const month = { companyId, beginTime: '2025-06-01', endTime: '2025-06-30' }
  const ever = { companyId, beginTime: '2023-01-05', endTime: '2026-12-31' }
  const lines = (await summedLines(store.db, month)).length
  expect(lines).toBeGreaterThan(200)
  // By sums from the first line on: more than every line of every year.
  expect(await rowsRead((db) => summedLines(db, month))).toBeGreaterThan(6_000)

  const bound = 2 * lines + 100
  expect(await rowsRead((db) => statementLines(db, month, { offset: 0, limit: 20 }))).toBeLessThan(bound)
  expect(await rowsRead((db) => statementLines(db, month, { offset: 200, limit: 20 }))).toBeLessThan(bound)
  expect(await rowsRead((db) => statementSums(db, month))).toBeLessThan(bound)
  for (const offset of [0, 4_000, 8_900])
    expect(await rowsRead((db) => statementLines(db, ever, { offset, limit: 20 }))).toBeLessThan(3 * lines + 200)
  expect(await rowsRead((db) => statementSums(db, ever))).toBeLessThan(bound)
  expect(await amiss()).toEqual([])
})

test('contracts are found by a part of their number through an index', async () => {
  await store.db.transaction(async (tx) => {
    for (const contractNo of ['TC-2041-012345', 'TC-2041-112346', 'TC-2042-054321'])
      await tx.insert(tradeContract).values({
        id: contractNo,
        contractNo,
        buyerCompanyId: 'numbered',
        sellerCompanyId: 'numbers',
        status: 0,
        version: 1,
        hash: '',
        currency: 'CNY',
        amount: minor(0),
        lotCount: 1,
        createdAt: noon(FIRST),
        changedAt: noon(FIRST),
      })
  })
  // Long enough a list for an index, without numbers that wait to be added to it.
  await grownOld(3_000, 2031)
  await asOwner(store, 'VACUUM ANALYZE trade_contract')
  const found = async (keyword: string, db = store.db) =>
    (await findContracts(db, { keyword, offset: 0, limit: 20 })).rows.map(({ contractNo }) => contractNo).toSorted()
  expect(await found('1-0123')).toEqual(['TC-2041-012345'])
  expect(await found('tc-2041')).toEqual(['TC-2041-012345', 'TC-2041-112346'])
  expect(await found('41-0')).toEqual(['TC-2041-012345'])
  expect(await found('054321')).toEqual(['TC-2042-054321'])
  expect(await found('TC-2042-054321')).toEqual(['TC-2042-054321'])
  expect(await found('2345-')).toEqual([])

  let plan = ''
  const explaining = {
    execute: async (query: SQL) => {
      const { rows } = await store.db.execute(sql`EXPLAIN ${query}`)
      plan += JSON.stringify(rows)
      return store.db.execute(query)
    },
    select: store.db.select.bind(store.db),
  } as Db
  await found('2041-0123', explaining)
  expect(plan).toContain('trade_contract_no_parts')
})
