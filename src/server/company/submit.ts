import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Certification } from '../store/certifications.ts'
import { fileById } from '../store/files.ts'
import type { Db } from '../store/open.ts'
import { account, certification } from '../store/schema.ts'

/** Submits the company's form; or says why not. */
export async function submit(
  db: Db,
  applicant: AccountId,
  form: CompanyDetails,
  id: string,
  at: Instant,
): Promise<Certification | AnyReason> {
  return db.transaction(async (tx) => {
    const [who] = await tx
      .select({ status: account.status })
      .from(account)
      .where(eq(account.id, applicant))
      .for('update')
    if (!who || who.status === 0) return 'certification.suspended'
    const fileId = form.businessLicense.split('/').at(-1) ?? ''
    const license = await fileById(tx, fileId)
    if (license?.ownerId !== applicant) return 'certification.not_yours'
    if (!license.type.startsWith('image/')) return 'file.picture_type'
    // Of two that are submitted at once the index lets one in.
    const [made] = await tx
      .insert(certification)
      .values({
        id,
        accountId: applicant,
        state: 'pending',
        form,
        companyName: form.name,
        creditCode: form.creditCode,
        fileId,
        submittedAt: at,
      })
      .onConflictDoNothing()
      .returning()
    if (!made) return 'certification.pending'
    // Who is certified trades on under what was certified, until the change is.
    await tx
      .update(account)
      .set({ status: 3 })
      .where(and(eq(account.id, applicant), inArray(account.status, [2, 3])))
    return made
  })
}
