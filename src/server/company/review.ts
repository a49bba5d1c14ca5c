import { and, eq } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Account, Company } from '../store/accounts.ts'
import type { Certification } from '../store/certifications.ts'
import { violated } from '../store/errors.ts'
import { holdsRights } from '../auth/permissions.ts'
import { bidsNow } from '../store/registrations.ts'
import { certified } from '../../domain/notify/told.ts'
import { tell } from '../notify/tell.ts'
import type { Db } from '../store/open.ts'
import { putMails } from '../store/outbox.ts'
import { account, certification, company } from '../store/schema.ts'
import { currentTemplate, generateAgreement } from './agreement.ts'
import type { Names } from './agreement.ts'
import { newsMail } from './mails.ts'

export interface Review {
  readonly certificationId: string
  readonly by: { readonly id: AccountId; readonly companyId: CompanyId | null }
  readonly at: Instant
}
type Refusal = AnyReason
/** `movedFrom`: the applicant's previous company. */
export interface Decided {
  readonly applicant: AccountId
  readonly movedFrom: CompanyId | null
}

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0]

/** Certifies a company, in one transaction. Of two concurrent decisions the first wins. */
export async function approve(db: Db, review: Review, newId: () => string): Promise<Decided | Refusal> {
  try {
    return await approveOnce(db, review, newId)
  } catch (error) {
    // A concurrent approval has just made a company with this number, so this one joins it.
    if (violated(error) !== 'company_credit_code') throw error
    return approveOnce(db, review, newId)
  }
}

async function approveOnce(
  db: Db,
  { certificationId, by, at }: Review,
  newId: () => string,
): Promise<Decided | Refusal> {
  return db.transaction(async (tx) => {
    const open = await openApplication(tx, certificationId, by)
    if (typeof open === 'string') return open
    const { application, applicant } = open
    if (applicant.status === 0) return 'certification.suspended'
    const template = await currentTemplate(tx)
    const target = await companyFor(tx, application, applicant, newId)
    if (target.id === by.companyId) return 'certification.own'
    if (holdsRights(applicant) && (await bidsNow(tx, target.id))) return 'role.company_bids'
    if (await isSuspended(tx, target.id)) return 'certification.suspended'

    const { form } = application
    if (target.stands === 'takesForm') {
      const names = namesOf(form.name, target)
      await tx
        .update(company)
        .set({
          nameZh: names.zh,
          nameEn: names.en,
          country: form.country,
          legalPerson: form.legalPerson,
          bankAccount: form.bankAccount,
          creditCode: form.creditCode,
          form,
        })
        .where(eq(company.id, target.id))
      await generateAgreement(tx, { companyId: target.id, form, names }, template, at)
    }
    await tx
      .update(certification)
      .set({ state: 'approved', reviewedAt: at, reviewedBy: by.id, companyId: target.id })
      .where(eq(certification.id, certificationId))
    const roles = new Set([...applicant.roles, 'buyer', ...applicant.accountTypes.filter((type) => type === 'seller')])
    await tx
      .update(account)
      .set({ status: 4, companyId: target.id, roles: [...roles] })
      .where(eq(account.id, applicant.id))
    await tell(tx, [certified(certificationId, applicant.id, { approved: true, company: form.name, reason: '' })], at)
    await putMails(tx, newsMail('approved', applicant, certificationId, { company: form.name }), at)
    return { applicant: applicant.id, movedFrom: applicant.companyId === target.id ? null : applicant.companyId }
  })
}

/** Refuses an application with a reason. A certified company stays certified. */
export async function refuseApplication(
  db: Db,
  { certificationId, by, at }: Review,
  reason: string,
): Promise<Decided | Refusal> {
  return db.transaction(async (tx) => {
    const open = await openApplication(tx, certificationId, by)
    if (typeof open === 'string') return open
    const { application, applicant } = open
    await tx
      .update(certification)
      .set({ state: 'refused', reviewedAt: at, reviewedBy: by.id, reason })
      .where(eq(certification.id, certificationId))
    if (applicant.status === 3) await tx.update(account).set({ status: 2 }).where(eq(account.id, applicant.id))
    if (applicant.status === 0 && applicant.statusBefore === 3)
      await tx.update(account).set({ statusBefore: 2 }).where(eq(account.id, applicant.id))
    await tell(
      tx,
      [certified(certificationId, applicant.id, { approved: false, company: application.companyName, reason })],
      at,
    )
    await putMails(
      tx,
      newsMail('refused', applicant, certificationId, { company: application.companyName, reason }),
      at,
    )
    return { applicant: applicant.id, movedFrom: null }
  })
}

/** Locks the application until the decision is written; a second reviewer waits and finds it decided. */
async function openApplication(
  tx: Transaction,
  id: string,
  by: Review['by'],
): Promise<{ application: Certification; applicant: Account } | Refusal> {
  const [application] = await tx.select().from(certification).where(eq(certification.id, id)).for('update')
  if (!application) return 'resource.not_found'
  if (application.state !== 'pending') return 'certification.decided'
  const [applicant] = await tx.select().from(account).where(eq(account.id, application.accountId)).for('update')
  if (!applicant) throw new Error(`application ${id} has no applicant`)
  const own = applicant.id === by.id || (by.companyId !== null && applicant.companyId === by.companyId)
  return own ? 'certification.own' : { application, applicant }
}

type Target = Pick<Company, 'id' | 'nameZh' | 'nameEn'> & { readonly stands: 'takesForm' | 'asItIs' }

/**
 * The company with that number in that country. Its own members may change its certified details. A person joining
 * another company takes it unchanged: its bank account and agreement must not be affected. An unknown number makes a
 * new company, or is given to the applicant's own company if that has none.
 */
async function companyFor(
  tx: Transaction,
  { form }: Certification,
  applicant: Account,
  newId: () => string,
): Promise<Target> {
  const [own] =
    applicant.companyId === null
      ? []
      : await tx.select().from(company).where(eq(company.id, applicant.companyId)).for('update')
  const numbered = and(eq(company.country, form.country), eq(company.creditCode, form.creditCode))
  const [known] = await tx.select().from(company).where(numbered).for('update')
  if (known) return { ...known, stands: known.id === own?.id || known.form === null ? 'takesForm' : 'asItIs' }
  if (own?.creditCode === null) return { ...own, stands: 'takesForm' }

  const fresh = {
    id: newId(),
    nameZh: form.name,
    nameEn: form.name,
    country: form.country,
    creditCode: form.creditCode,
  }
  // A concurrent approval may create the same company.
  await tx.insert(company).values(fresh).onConflictDoNothing()
  const [made] = await tx.select().from(company).where(numbered).for('update')
  if (!made) throw new Error(`the company ${form.creditCode} could not be made`)
  return { ...made, stands: made.id === fresh.id ? 'takesForm' : 'asItIs' }
}

/** A suspension applies to the whole company, including later members. */
const isSuspended = async (tx: Transaction, id: CompanyId): Promise<boolean> =>
  (
    await tx
      .select({ id: account.id })
      .from(account)
      .where(and(eq(account.companyId, id), eq(account.status, 0)))
      .limit(1)
  ).length > 0

/** The form has one name. A company with a name in each language keeps both if the form's name is one of them. */
const namesOf = (name: string, { nameZh, nameEn }: Pick<Company, 'nameZh' | 'nameEn'>): Names =>
  name === nameZh || name === nameEn ? { zh: nameZh, en: nameEn } : { zh: name, en: name }
