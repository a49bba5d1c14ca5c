import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { DEFAULT_PAYMENT_TERMS } from '../../domain/trade/money.ts'
import type { ClaimKind, Day } from '../../domain/trade/money.ts'
import { minor } from '../../domain/units.ts'
import type { Currency, Minor } from '../../domain/units.ts'
import { inTurns } from './in-turns.ts'
import type { Db } from './open.ts'
import type { Slice } from './page.ts'

/** Rules: `domain/trade/TRADE.md`, Sm1 … Sm4. */

export type StatementAccount = 'bought' | 'sold' | 'commission'
export interface StatementPeriod {
  readonly companyId: string
  readonly beginTime: Day
  readonly endTime: Day
}

export interface StatementLine {
  readonly day: Day
  readonly account: StatementAccount
  readonly currency: Currency
  readonly contractId: string
  readonly contractNo: string
  /** Null: the platform. */
  readonly otherCompanyId: string | null
  readonly kind: 'charge' | 'received' | 'returned'
  readonly claim: ClaimKind | null
  readonly reference: string
  readonly amount: Minor
  /** May be negative. */
  readonly balance: number
}

export interface StatementSum {
  readonly account: StatementAccount
  readonly currency: Currency
  readonly opening: number
  readonly charged: Minor
  readonly received: Minor
  readonly returned: Minor
  readonly closing: number
}

const { commissionRate, commissionBy } = DEFAULT_PAYMENT_TERMS

/** SQL: all lines of a company up to a day, each with the balance of its account and currency after it. */
const linesOf = (companyId: string, to: Day): SQL => sql`
  WITH own AS (
    SELECT c.id, c.contract_no, c.currency, c.status, c.changed_at,
      CASE WHEN c.buyer_company_id = ${companyId} THEN 'buyer' ELSE 'seller' END AS side,
      CASE WHEN c.buyer_company_id = ${companyId} THEN c.seller_company_id ELSE c.buyer_company_id END AS other,
      coalesce((c.payment_terms ->> 'commissionRate')::bigint, ${commissionRate}::bigint) AS rate,
      coalesce(c.payment_terms ->> 'commissionBy', ${commissionBy}) AS commission_by
    FROM trade_contract c
    WHERE c.buyer_company_id = ${companyId} OR c.seller_company_id = ${companyId}
  ), complete AS (
    SELECT o.id, to_char(o.changed_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day, sum(d.amount)::bigint AS amount
    FROM own o JOIN sale_order d ON d.contract_id = o.id AND d.cancelled IS NULL
    WHERE o.status = 3
    GROUP BY o.id, o.changed_at
  ), entry AS (
    SELECT p.contract_id, p.seq, p.claim, p.kind, p.day, p.reference, coalesce((
      SELECT k.amount FROM contract_payment k
      WHERE k.contract_id = p.contract_id AND k.kind = 'correction' AND k.corrects = p.seq
      ORDER BY k.seq DESC LIMIT 1
    ), p.amount) AS amount
    FROM own o JOIN contract_payment p ON p.contract_id = o.id
    WHERE p.kind <> 'correction'
  ), line AS (
    SELECT c.day, o.id, 0 AS seq, 'charge' AS kind, NULL AS claim, '' AS reference, c.amount, false AS platform
    FROM complete c JOIN own o ON o.id = c.id
    UNION ALL
    SELECT c.day, o.id, 0, 'charge', 'commission', '', (c.amount * o.rate + 5000) / 10000, true
    FROM complete c JOIN own o ON o.id = c.id
    WHERE o.commission_by = o.side
    UNION ALL
    SELECT e.day, o.id, e.seq, e.kind, e.claim, e.reference, e.amount, e.claim = 'commission'
    FROM entry e JOIN own o ON o.id = e.contract_id
    WHERE e.claim <> 'commission' OR o.commission_by = o.side
  )
  SELECT l.day, l.seq, l.kind, l.claim, l.reference, l.amount, o.id, o.contract_no, o.currency,
    CASE WHEN l.platform THEN NULL ELSE o.other END AS other,
    CASE WHEN l.platform THEN 'commission' WHEN o.side = 'buyer' THEN 'bought' ELSE 'sold' END AS account,
    sum(CASE l.kind WHEN 'received' THEN -l.amount ELSE l.amount END) OVER (
      PARTITION BY CASE WHEN l.platform THEN 'commission' WHEN o.side = 'buyer' THEN 'bought' ELSE 'sold' END, o.currency
      ORDER BY l.day, o.contract_no, l.seq ROWS UNBOUNDED PRECEDING
    ) AS balance
  FROM line l JOIN own o ON o.id = l.id
  WHERE l.amount > 0 AND l.day <= ${to}`

interface Found extends Record<string, unknown> {
  readonly day: Day
  readonly account: StatementAccount
  readonly currency: Currency
  readonly id: string
  readonly contract_no: string
  readonly other: string | null
  readonly kind: StatementLine['kind']
  readonly claim: ClaimKind | null
  readonly reference: string
  readonly amount: string
  readonly balance: string
  readonly total: string
}

const linesWithin = ({ companyId, beginTime, endTime }: StatementPeriod): SQL =>
  sql`SELECT * FROM (${linesOf(companyId, endTime)}) s WHERE day >= ${beginTime}`

/** Oldest first. */
const IN_ORDER = sql`ORDER BY day, contract_no, seq, account`

/** All lines of a statement, oldest first, so many at a time; `tx`: a transaction. */
export async function* allStatementLines(
  tx: Pick<Db, 'execute'>,
  period: StatementPeriod,
  atOnce: number,
): AsyncGenerator<readonly StatementLine[]> {
  for await (const rows of inTurns<Found>(tx, sql`${linesWithin(period)} ${IN_ORDER}`, atOnce)) yield rows.map(lineOf)
}

/** A page of a statement's lines, oldest first. */
export async function statementLines(
  db: Pick<Db, 'execute'>,
  { companyId, beginTime, endTime }: StatementPeriod,
  { limit, offset }: Slice,
): Promise<{ readonly rows: readonly StatementLine[]; readonly total: number }> {
  const within = linesWithin({ companyId, beginTime, endTime })
  const [{ rows }, { rows: counted }] = await Promise.all([
    db.execute<Found>(sql`${within} ${IN_ORDER} LIMIT ${limit} OFFSET ${offset}`),
    db.execute<{ total: string }>(sql`SELECT count(*) AS total FROM (${within}) w`),
  ])
  return { rows: rows.map(lineOf), total: Number(counted[0]?.total ?? 0) }
}

const lineOf = (row: Found): StatementLine => ({
  day: row.day,
  account: row.account,
  currency: row.currency,
  contractId: row.id,
  contractNo: row.contract_no,
  otherCompanyId: row.other,
  kind: row.kind,
  claim: row.claim,
  reference: row.reference,
  amount: minor(Number(row.amount)),
  balance: Number(row.balance),
})

/** Opening balance, movements and closing balance; accounts without a line are left out. */
export async function statementSums(
  db: Pick<Db, 'execute'>,
  { companyId, beginTime, endTime }: StatementPeriod,
): Promise<readonly StatementSum[]> {
  const { rows } = await db.execute<
    Record<'account' | 'currency' | 'opening' | 'charged' | 'received' | 'returned', string>
  >(sql`
    SELECT account, currency,
      coalesce(sum(CASE kind WHEN 'received' THEN -amount ELSE amount END) FILTER (WHERE day < ${beginTime}), 0) AS opening,
      coalesce(sum(amount) FILTER (WHERE day >= ${beginTime} AND kind = 'charge'), 0) AS charged,
      coalesce(sum(amount) FILTER (WHERE day >= ${beginTime} AND kind = 'received'), 0) AS received,
      coalesce(sum(amount) FILTER (WHERE day >= ${beginTime} AND kind = 'returned'), 0) AS returned
    FROM (${linesOf(companyId, endTime)}) s
    GROUP BY account, currency
    ORDER BY array_position(ARRAY['bought', 'sold', 'commission'], account), currency`)
  return rows.map(({ account, currency, ...sums }) => {
    const [opening, charged, received, returned] = [sums.opening, sums.charged, sums.received, sums.returned].map(
      Number,
    )
    const [before = 0, more = 0, less = 0, back = 0] = [opening, charged, received, returned]
    return {
      account: account as StatementAccount,
      currency: currency as Currency,
      opening: before,
      charged: minor(more),
      received: minor(less),
      returned: minor(back),
      closing: before + more - less + back,
    }
  })
}
