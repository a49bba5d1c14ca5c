import { and, asc, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm'
import { SIZE_FIELDS, unclearSizes, type SizeField } from '../../contract/sizes.ts'
import { canonicalSizes } from '../lots/sizes.ts'
import type { Db } from './open.ts'
import { lot, lotDraft } from './schema.ts'

/** Rows per batch: each is short, so that bids and catalogues never wait for it. */
const AT_ONCE = 500

/** As the database tells canonical text (`formatSizeMm`, `formatMoisture`) from other text. */
const CANONICAL = {
  size: String.raw`^[1-9][0-9]{0,4}([+]|-[1-9][0-9]{0,4})?( [(][0-9]{1,2}/4[)])?$`,
  moisture: String.raw`^[0-9]{1,3}([.][0-9])?([+]|-[0-9]{1,3}([.][0-9])?)?$`,
}
const other = (text: SQL, kind: keyof typeof CANONICAL): SQL =>
  sql`(${text} <> '' AND ${text} !~ ${sql.raw(`'${CANONICAL[kind]}'`)})`
/** Whether a row has a size or moisture that is not canonical. */
const older = (field: (key: SizeField | 'humidity') => SQL): SQL | undefined =>
  or(...SIZE_FIELDS.map((key) => other(field(key), 'size')), other(field('humidity'), 'moisture'))

const olderLot = older((key) => sql`${lot[key]}`)
const SIZES = {
  length: lot.length,
  thickness: lot.thickness,
  width: lot.width,
  diameter: lot.diameter,
  humidity: lot.humidity,
}

/** Places in a session's catalogue of lots with a size or moisture that cannot be read in one way. */
export async function unclearPlaces(db: Pick<Db, 'select'>, timelineId: string): Promise<readonly number[]> {
  const rows = await db
    .select({ position: lot.position, ...SIZES })
    .from(lot)
    .where(and(eq(lot.timelineId, timelineId), olderLot))
    .orderBy(asc(lot.position))
  return rows.flatMap(({ position, ...sizes }) => (unclearSizes(sizes).length > 0 ? [position] : []))
}

/**
 * Writes sizes and moisture of lots and drafts from before they were data in their canonical text, where that text can
 * be read in one way. Others stay as written. A draft keeps its version: a form that is open on it says the same.
 */
export async function settleSizes(db: Db): Promise<void> {
  await inBatches(
    (after) =>
      db
        .select({ id: lot.id, ...SIZES })
        .from(lot)
        .where(and(gt(lot.id, after), olderLot))
        .orderBy(asc(lot.id))
        .limit(AT_ONCE),
    async ({ id, ...sizes }) => {
      const patch = canonicalSizes(sizes)
      if (Object.keys(patch).length === 0) return
      const unchanged = Object.entries(sizes).map(([key, text]) => {
        const column = SIZES[key as keyof typeof sizes]
        return text === null ? isNull(column) : eq(column, text)
      })
      await db
        .update(lot)
        .set(patch)
        .where(and(eq(lot.id, id), ...unchanged))
    },
  )
  await inBatches(
    (after) =>
      db
        .select({ id: lotDraft.id, version: lotDraft.version, content: lotDraft.content })
        .from(lotDraft)
        .where(
          and(
            gt(lotDraft.id, after),
            older((key) => sql`(${lotDraft.content} ->> ${sql.raw(`'${key}'`)})`),
          ),
        )
        .orderBy(asc(lotDraft.id))
        .limit(AT_ONCE),
    async ({ id, version, content }) => {
      const patch = canonicalSizes(content)
      if (Object.keys(patch).length === 0) return
      await db.execute(
        sql`UPDATE lot_draft SET content = content || ${JSON.stringify(patch)}::jsonb WHERE id = ${id} AND version = ${version}`,
      )
    },
  )
}

async function inBatches<R extends { readonly id: string }>(
  read: (after: string) => PromiseLike<readonly R[]>,
  settle: (row: R) => Promise<void>,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await read(after)
    for (const row of rows) await settle(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < AT_ONCE) return
    after = last.id
  }
}
