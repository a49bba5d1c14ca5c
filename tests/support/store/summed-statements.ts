import { sql } from 'drizzle-orm'
import type { SQL } from 'drizzle-orm'
import { DEFAULT_PAYMENT_TERMS } from '../../../src/domain/trade/money.ts'
import type { Day } from '../../../src/domain/trade/money.ts'
import { minor } from '../../../src/domain/units.ts'
import type { Db } from '../../../src/server/store/open.ts'
import type { StatementLine, StatementPeriod, StatementSum } from '../../../src/server/store/statements.ts'

/** Statements summed from a company's first contract on, by which the kept ones are judged. */

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

type Found = Omit<StatementLine, 'contractId' | 'contractNo' | 'otherCompanyId'> &
  Record<'id' | 'contract_no', string> & { readonly other: string | null }

/** All lines of a period, oldest first. */
export async function summedLines(
  db: Pick<Db, 'execute'>,
  { companyId, beginTime, endTime }: StatementPeriod,
): Promise<readonly StatementLine[]> {
  const { rows } = await db.execute<Found>(
    sql`SELECT * FROM (${linesOf(companyId, endTime)}) s WHERE day >= ${beginTime} ORDER BY day, contract_no, seq, account`,
  )
  return rows.map(({ id, contract_no: contractNo, other, day, account, currency, kind, claim, reference, ...row }) => ({
    day,
    account,
    currency,
    contractId: id,
    contractNo,
    otherCompanyId: other,
    kind,
    claim,
    reference,
    amount: minor(Number(row.amount)),
    balance: Number(row.balance),
  }))
}

/** The sums of a period, of the accounts that have a line up to its end. */
export async function summedSums(db: Pick<Db, 'execute'>, period: StatementPeriod): Promise<readonly StatementSum[]> {
  const all = await summedLines(db, { ...period, beginTime: '0000-01-01' })
  const accounts = ['bought', 'sold', 'commission'] as const
  const currencies = [...new Set(all.map(({ currency }) => currency))].toSorted()
  return accounts.flatMap((account) =>
    currencies.flatMap((currency) => {
      const lines = all.filter((line) => line.account === account && line.currency === currency)
      const within = lines.filter(({ day }) => day >= period.beginTime)
      const sum = (of: StatementLine['kind']) =>
        minor(within.filter(({ kind }) => kind === of).reduce((total, { amount }) => total + amount, 0))
      const opening = lines.findLast(({ day }) => day < period.beginTime)?.balance ?? 0
      const closing = lines.at(-1)?.balance ?? 0
      const moved = { charged: sum('charge'), received: sum('received'), returned: sum('returned') }
      return lines.length === 0 ? [] : [{ account, currency, opening, ...moved, closing }]
    }),
  )
}
