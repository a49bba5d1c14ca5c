import { randomInt } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import { depositReference as newReference } from '../../domain/trade/own-reference.ts'
import type { Db } from './open.ts'
import { depositReference } from './schema.ts'

export type DepositReference = typeof depositReference.$inferSelect

const UNIT = 2 ** 32
const random = (): number => randomInt(UNIT) / UNIT

/** The references of companies' deposits for a sale; those that are missing are made. */
export async function referencesOf(
  db: Pick<Db, 'select' | 'insert'>,
  timelineId: string,
  companies: readonly CompanyId[],
): Promise<ReadonlyMap<CompanyId, string>> {
  const read = async () =>
    new Map(
      (
        await db
          .select()
          .from(depositReference)
          .where(and(eq(depositReference.timelineId, timelineId), inArray(depositReference.companyId, [...companies])))
      ).map(({ companyId, reference }) => [companyId, reference]),
    )
  for (;;) {
    const known = companies.length === 0 ? new Map<CompanyId, string>() : await read()
    const missing = companies.filter((company) => !known.has(company))
    if (missing.length === 0) return known
    // A reference that another company has is drawn again.
    await db
      .insert(depositReference)
      .values(missing.map((companyId) => ({ timelineId, companyId, reference: newReference(random) })))
      .onConflictDoNothing()
  }
}

export async function referenceOf(
  db: Pick<Db, 'select' | 'insert'>,
  timelineId: string,
  company: CompanyId,
): Promise<string> {
  const reference = (await referencesOf(db, timelineId, [company])).get(company)
  if (reference === undefined) throw new Error(`the deposit of ${company} for ${timelineId} has no reference`)
  return reference
}

/** The deposits that these references stand for. */
export const depositsByReference = (
  db: Pick<Db, 'select'>,
  references: readonly string[],
): Promise<DepositReference[]> =>
  db
    .select()
    .from(depositReference)
    .where(inArray(depositReference.reference, [...references]))
    .execute()
