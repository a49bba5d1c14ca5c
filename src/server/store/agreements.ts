import { desc, eq } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { serviceAgreement } from './schema.ts'

export type Agreement = typeof serviceAgreement.$inferSelect

/** The newest version is the valid one. */
export const agreementOf = async (db: Pick<Db, 'select'>, companyId: CompanyId): Promise<Agreement | null> =>
  (
    await db
      .select()
      .from(serviceAgreement)
      .where(eq(serviceAgreement.companyId, companyId))
      .orderBy(desc(serviceAgreement.version))
      .limit(1)
  )[0] ?? null
