import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { applicationById } from '../store/certifications.ts'
import type { Certification } from '../store/certifications.ts'
import { mayChangeBank } from './bank.ts'
import { fileToUse } from '../store/files.ts'
import type { Db } from '../store/open.ts'
import { noteForm, resultOfForm } from '../store/sentForms.ts'
import type { SentKey } from '../store/sentForms.ts'
import { account, certification } from '../store/schema.ts'

interface Submission {
  readonly applicant: AccountId
  readonly form: CompanyDetails
  /** Id of the certification made of the form. */
  readonly id: string
  readonly onceKey: SentKey | null
  readonly at: Instant
}

/** Submits the company's form, or returns the refusal. Sent again under its key, it returns the first certification. */
export async function submit(
  db: Db,
  { applicant, form, id, onceKey, at }: Submission,
): Promise<Certification | AnyReason> {
  return db.transaction(async (tx) => {
    const [who] = await tx
      .select({ status: account.status })
      .from(account)
      .where(eq(account.id, applicant))
      .for('update')
    // The account's row is locked: of two concurrent submissions under one key the second returns the first's result.
    const before = onceKey === null ? null : await resultOfForm(tx, applicant, onceKey)
    const known = before === null ? null : await applicationById(tx, before)
    if (known) return known.certification
    if (!who || who.status === 0) return 'certification.suspended'
    if (!(await mayChangeBank(tx, applicant, form, at))) return 'certification.bank_unconfirmed'
    const fileId = form.businessLicense.split('/').at(-1) ?? ''
    const license = await fileToUse(tx, fileId)
    if (license?.ownerId !== applicant) return 'certification.not_yours'
    if (!license.type.startsWith('image/')) return 'file.picture_type'
    // Of two concurrent submissions the unique index admits one.
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
    if (onceKey !== null)
      await noteForm(tx, {
        accountId: applicant,
        key: onceKey,
        call: 'certificationSubmit',
        result: made.id,
        sentAt: at,
      })
    // A certified company keeps its status: it trades under its certified details until the change is approved.
    await tx
      .update(account)
      .set({ status: 3 })
      .where(and(eq(account.id, applicant), inArray(account.status, [2, 3])))
    return made
  })
}
