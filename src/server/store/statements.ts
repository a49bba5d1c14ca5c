import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import type { ClaimKind, Day } from '../../domain/trade/money.ts'
import { minor } from '../../domain/units.ts'
import type { Currency, Minor } from '../../domain/units.ts'
import { inTurns } from './in-turns.ts'
import type { Db } from './open.ts'
import type { Slice } from './page.ts'
import { statementLine, statementMonth } from './schema.ts'
import type { StatementAccount, StatementKind } from './schema.ts'

/**
 * Statements, read from the lines and the monthly sums that the database keeps (`schema/trade.ts`): a period costs its
 * own lines and a row for each month before it. Rules: `domain/trade/TRADE.md`, Sm1 … Sm4.
 */

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
  readonly kind: StatementKind
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

interface Found extends Record<string, unknown> {
  readonly day: Day
  readonly account: StatementAccount
  readonly currency: Currency
  readonly contract_id: string
  readonly contract_no: string
  readonly other_company_id: string | null
  readonly kind: StatementKind
  readonly claim: ClaimKind | null
  readonly reference: string
  readonly amount: string
  readonly balance: string
}

const monthOf = (day: Day): string => day.slice(0, 7)
const lastOf = (month: string): Day => `${month}-31`

/** Sm4: by how much a line changes the balance. */
const MOVED = sql`CASE kind WHEN 'received' THEN -amount ELSE amount END`
/** Oldest first, as the primary key has them. */
const IN_ORDER = sql`ORDER BY day, contract_no, seq, account`

/** A company's lines from a day to a day. */
const linesBetween = (what: SQL, companyId: string, from: Day | SQL, to: Day | SQL): SQL =>
  sql`SELECT ${what} FROM ${statementLine} WHERE company_id = ${companyId} AND day >= ${from} AND day <= ${to}`

/** Lines of the months in which a period begins and ends, up to its end: those months' sums are not the period's. */
const linesOfEdges = (what: SQL, { companyId, beginTime, endTime }: StatementPeriod, from: Day): SQL => {
  const [first, last] = [monthOf(beginTime), monthOf(endTime)]
  if (first === last) return linesBetween(what, companyId, from, endTime)
  return sql`${linesBetween(what, companyId, from, lastOf(first))} UNION ALL ${linesBetween(what, companyId, `${last}-01`, endTime)}`
}

/** Balances before a day of a month. */
const openingAt = (companyId: string, month: string | SQL, day: Day | SQL): SQL => sql`
  SELECT account, currency, sum(moved) AS opening
  FROM (
    SELECT account, currency, charged - received + returned AS moved
    FROM ${statementMonth} WHERE company_id = ${companyId} AND month < (${month})::text
    UNION ALL
    SELECT account, currency, ${MOVED}
    FROM ${statementLine} WHERE company_id = ${companyId} AND day >= (${month})::text || '-01' AND day < ${day}
  ) b
  GROUP BY account, currency`

/** `lines` with the balance of their account and currency after each, from the balances of `opening`. */
const BALANCED = sql`
  SELECT l.*, coalesce(o.opening, 0) + sum(${MOVED}) OVER (
    PARTITION BY l.account, l.currency ORDER BY day, contract_no, seq ROWS UNBOUNDED PRECEDING
  ) AS balance
  FROM lines l LEFT JOIN opening o ON o.account = l.account AND o.currency = l.currency`

/** All lines of a statement, oldest first, so many at a time; `tx`: a transaction. */
export async function* allStatementLines(
  tx: Pick<Db, 'execute'>,
  { companyId, beginTime, endTime }: StatementPeriod,
  atOnce: number,
): AsyncGenerator<readonly StatementLine[]> {
  const all = sql`
    WITH lines AS (${linesBetween(sql`*`, companyId, beginTime, endTime)}),
      opening AS (${openingAt(companyId, monthOf(beginTime), beginTime)})
    SELECT * FROM (${BALANCED}) s ${IN_ORDER}`
  for await (const rows of inTurns<Found>(tx, all, atOnce)) yield rows.map(lineOf)
}

/**
 * A page of a statement's lines, oldest first. The number of lines by month says in which month it begins, and what was
 * before is one sum. All in one statement, so that the balances are those of these lines.
 */
export async function statementLines(
  db: Pick<Db, 'execute'>,
  period: StatementPeriod,
  { limit, offset }: Slice,
): Promise<{ readonly rows: readonly StatementLine[]; readonly total: number }> {
  const { companyId, beginTime, endTime } = period
  const since = (what: 'month' | 'day' | 'skipped') => sql`(SELECT ${sql.raw(what)} FROM since)`
  const { rows } = await db.execute<Partial<Found> & { readonly total: string }>(sql`
    WITH counted AS (
      SELECT month, sum(lines) AS lines
      FROM (
        SELECT left(day, 7) AS month, count(*) AS lines
        FROM (${linesOfEdges(sql`day`, period, beginTime)}) e GROUP BY 1
        UNION ALL
        SELECT month, lines FROM ${statementMonth}
        WHERE company_id = ${companyId} AND month > ${monthOf(beginTime)} AND month < ${monthOf(endTime)}
      ) c
      GROUP BY month
    ), summed AS (
      SELECT month, lines, sum(lines) OVER (ORDER BY month) AS up_to FROM counted
    ), since AS MATERIALIZED (
      SELECT month, greatest(month || '-01', ${beginTime}) AS day, (up_to - lines)::bigint AS skipped
      FROM summed WHERE up_to > ${offset}::bigint ORDER BY month LIMIT 1
    ), lines AS (
      ${linesBetween(sql`*`, companyId, since('day'), endTime)}
      ${IN_ORDER} LIMIT ${offset}::bigint + ${limit}::bigint - ${since('skipped')}
    ), opening AS (
      ${openingAt(companyId, since('month'), since('day'))}
    ), page AS (
      SELECT * FROM (${BALANCED}) s ${IN_ORDER} OFFSET ${offset}::bigint - ${since('skipped')}
    )
    SELECT total.total, page.*
    FROM (SELECT coalesce(sum(lines), 0) AS total FROM counted) total LEFT JOIN page ON true
    ${IN_ORDER}`)
  return {
    // Without a line on this page there is the total alone.
    rows: rows.flatMap((row) => (isLine(row) ? lineOf(row) : [])),
    total: Number(rows[0]?.total ?? 0),
  }
}

const isLine = (row: Partial<Found>): row is Found => typeof row.day === 'string'

const lineOf = (row: Found): StatementLine => ({
  day: row.day,
  account: row.account,
  currency: row.currency,
  contractId: row.contract_id,
  contractNo: row.contract_no,
  otherCompanyId: row.other_company_id,
  kind: row.kind,
  claim: row.claim,
  reference: row.reference,
  amount: minor(Number(row.amount)),
  balance: Number(row.balance),
})

/** Opening balance, movements and closing balance; accounts without a line are left out. */
export async function statementSums(
  db: Pick<Db, 'execute'>,
  period: StatementPeriod,
): Promise<readonly StatementSum[]> {
  const { companyId, beginTime, endTime } = period
  const [first, last] = [monthOf(beginTime), monthOf(endTime)]
  const within = (kind: StatementKind) => sql`CASE WHEN day >= ${beginTime} AND kind = ${kind} THEN amount ELSE 0 END`
  const edges = sql`account, currency, CASE WHEN day < ${beginTime} THEN ${MOVED} ELSE 0 END AS opening,
    ${within('charge')} AS charged, ${within('received')} AS received, ${within('returned')} AS returned`
  const { rows } = await db.execute<
    Record<'account' | 'currency' | 'opening' | 'charged' | 'received' | 'returned', string>
  >(sql`
    SELECT account, currency, sum(opening) AS opening, sum(charged) AS charged, sum(received) AS received,
      sum(returned) AS returned
    FROM (
      SELECT account, currency, charged - received + returned AS opening, 0 AS charged, 0 AS received, 0 AS returned
      FROM ${statementMonth} WHERE company_id = ${companyId} AND month < ${first} AND lines > 0
      UNION ALL
      SELECT account, currency, 0, charged, received, returned
      FROM ${statementMonth} WHERE company_id = ${companyId} AND month > ${first} AND month < ${last} AND lines > 0
      UNION ALL
      ${linesOfEdges(edges, period, `${first}-01`)}
    ) s
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
