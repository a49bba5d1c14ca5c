import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { lot } from './schema.ts'
import { unclearPlaces } from './sizes.ts'

/** Number of lots with a flaw, and the place of the first. */
export interface Found {
  readonly lots: number
  readonly first: number | null
}

/** Figures of a catalogue for its check list. */
export interface CatalogueFigures {
  readonly lots: number
  readonly sellers: readonly string[]
  readonly currencies: readonly string[]
  readonly withReserve: Found
  readonly withoutReserve: Found
  readonly early: Found
  /** Lots whose size or moisture cannot be read in one way. */
  readonly unclear: Found
  readonly unpictured: Found
  /** Lots of the host's company. */
  readonly own: Found
  /** Changes with every fact about a lot that the law reads. */
  readonly mark: string
}

interface Asked {
  readonly timelineId: string
  /** The first day on which goods may be delivered. */
  readonly from: string
  readonly hostCompany: string | null
}

type Row = Record<`${'reserve' | 'bare' | 'early' | 'plain' | 'own'}_${'lots' | 'first'}`, number | null> & {
  readonly lots: number
  readonly sellers: string[] | null
  readonly currencies: string[] | null
  readonly mark: string | null
}

/** Counted by the database, so that a check list does not read ten thousand lots into this process. */
export async function catalogueFigures(
  db: Pick<Db, 'execute' | 'select'>,
  { timelineId, from, hostCompany }: Asked,
): Promise<CatalogueFigures> {
  const such = (name: string, where: ReturnType<typeof sql>) =>
    sql`count(*) FILTER (WHERE ${where})::int AS ${sql.identifier(`${name}_lots`)}, min(position) FILTER (WHERE ${where}) AS ${sql.identifier(`${name}_first`)}`
  const { rows } = await db.execute<Row>(sql`
    SELECT count(*)::int AS lots, array_agg(DISTINCT seller_company_id) AS sellers, array_agg(DISTINCT currency) AS currencies,
      ${such('reserve', sql`reserve IS NOT NULL`)}, ${such('bare', sql`reserve IS NULL`)},
      ${such('early', sql`delivery_date < ${from}::date`)}, ${such('plain', sql`cardinality(pictures) = 0`)},
      ${such('own', sql`seller_company_id = ${hostCompany}::text`)},
      md5(string_agg(ROW(id, position, seller_code, seller_company_id, currency, unit, quantity, start_price, add_range, delivery_date, reserve)::text, '' ORDER BY position)) AS mark
    FROM ${lot} WHERE timeline_id = ${timelineId}`)
  const unclear = await unclearPlaces(db, timelineId)
  const row = rows[0]
  const found = (name: 'reserve' | 'bare' | 'early' | 'plain' | 'own'): Found => ({
    lots: row?.[`${name}_lots`] ?? 0,
    first: row?.[`${name}_first`] ?? null,
  })
  return {
    lots: row?.lots ?? 0,
    sellers: row?.sellers ?? [],
    currencies: row?.currencies ?? [],
    withReserve: found('reserve'),
    withoutReserve: found('bare'),
    early: found('early'),
    unclear: { lots: unclear.length, first: unclear[0] ?? null },
    unpictured: found('plain'),
    own: found('own'),
    mark: row?.mark ?? '',
  }
}
