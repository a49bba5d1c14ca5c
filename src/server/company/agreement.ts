import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { COMPANY_AGREEMENT } from '../../contract/agreement.ts'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { Locale } from '../../contract/constants.ts'
import { canonical } from '../../domain/canonical.ts'
import type { CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { texts } from '../../texts/messages.ts'
import { bothOf } from '../content/written.ts'
import { translator } from '../i18n.ts'
import { agreementOf } from '../store/agreements.ts'
import type { Agreement } from '../store/agreements.ts'
import type { Db } from '../store/open.ts'
import { company, document, serviceAgreement } from '../store/schema.ts'

/**
 * The text in both languages and its hash. The hash covers both, so a signature holds whichever language its signer
 * read.
 */
interface AgreementText {
  readonly zh: string
  readonly en: string
  readonly hash: string
}

/** The agreement as the operator writes it, with gaps for a company's data (`AGREEMENT_GAPS`). */
export type AgreementTemplate = Readonly<Record<Locale, string>>

type Written = Pick<typeof document.$inferSelect, 'titleZh' | 'titleEn' | 'bodyZh' | 'bodyEn'>
export const templateOf = ({ titleZh, titleEn, bodyZh, bodyEn }: Written): AgreementTemplate => ({
  zh: `# ${titleZh}\n\n${bodyZh}`,
  en: `# ${titleEn}\n\n${bodyEn}`,
})

/** The text that comes with the platform, which stands until the operator changes it. */
const PLATFORM_TEMPLATE = templateOf(bothOf(COMPANY_AGREEMENT))

/** A company's name in each language; one of the two may be the registered name. */
export type Names = Readonly<Record<Locale, string>>

export function agreementText(
  { name, creditCode, address, detailedAddress, legalPerson }: CompanyDetails,
  names: Names,
  template: AgreementTemplate = PLATFORM_TEMPLATE,
): AgreementText {
  const gaps: Readonly<Record<string, string>> = { creditCode, address: `${address} ${detailedAddress}`, legalPerson }
  // Either text contains the registered name, which the signature binds.
  const called = (locale: Locale) =>
    names[locale] === name ? name : locale === 'zh' ? `${names.zh}（${name}）` : `${names.en} (${name})`
  const filled = (locale: Locale) =>
    template[locale].replaceAll(/\{\{(\w+)\}\}/g, (_gap, key: string) =>
      plain(key === 'name' ? called(locale) : (gaps[key] ?? '')),
    )
  const [zh, en] = [filled('zh'), filled('en')]
  return { zh, en, hash: agreementHash(zh, en) }
}

/** SHA-256 (hex) over the canonical JSON of both texts. */
export const agreementHash = (zh: string, en: string): string =>
  createHash('sha256').update(canonical({ zh, en })).digest('hex')

/** Escapes Markdown in a company's name. */
const plain = (text: string): string => text.replaceAll(/[!#&()*+<>[\\\]_`{|}~]/g, String.raw`\$&`)

export interface Signing {
  readonly agreement: Pick<Agreement, 'companyId' | 'version' | 'hash'>
  readonly signer: { readonly id: string; readonly login: string; readonly name: string }
  /** The company's name as the text has it. */
  readonly company: string
  readonly locale: Locale
  readonly at: Instant
  readonly address: string
  readonly device: string
}

/** Records who signed the agreement, its version, the place and the device. */
export const evidenceOf = ({
  agreement,
  signer,
  company: name,
  locale,
  at,
  address,
  device,
}: Signing): Record<string, string> => ({
  accountId: signer.id,
  account: signer.login,
  name: signer.name,
  companyId: agreement.companyId,
  company: name,
  consent: translator(locale)(texts.agreementConsent, { company: name }),
  locale,
  version: String(agreement.version),
  hash: agreement.hash,
  at: new Date(at).toISOString(),
  address,
  device,
})

type Within = Pick<Db, 'select' | 'insert' | 'update'>

/**
 * The text of today. Until the transaction ends no operator changes it, so a change finds the agreement that is made
 * from it (`renewUnsigned`). Read before a company's row is locked: a change locks the text first.
 */
export async function currentTemplate(db: Within): Promise<AgreementTemplate> {
  const [row] = await db.select().from(document).where(eq(document.name, COMPANY_AGREEMENT)).for('share')
  return row ? templateOf(row) : PLATFORM_TEMPLATE
}

export interface Party {
  readonly companyId: CompanyId
  readonly form: CompanyDetails
  readonly names: Names
}

/** Makes the company's next version if its text changed; it must be signed even if an earlier version was. */
export async function generateAgreement(
  db: Within,
  { companyId, form, names }: Party,
  template: AgreementTemplate,
  now: Instant,
): Promise<void> {
  const { zh, en, hash } = agreementText(form, names, template)
  const newest = await agreementOf(db, companyId)
  if (newest?.hash === hash) return
  await db
    .insert(serviceAgreement)
    .values({ companyId, version: (newest?.version ?? 0) + 1, textZh: zh, textEn: en, hash, generatedAt: now })
  await db.update(company).set({ agreementStatus: 2 }).where(eq(company.id, companyId))
}

/** Gives the new text to the companies that have not signed the one before. What is signed stands. */
export async function renewUnsigned(db: Within, template: AgreementTemplate, now: Instant): Promise<void> {
  const waiting = await db
    .select({ companyId: company.id, form: company.form, zh: company.nameZh, en: company.nameEn })
    .from(company)
    .where(eq(company.agreementStatus, 2))
    .orderBy(company.id)
    .for('update')
  for (const { companyId, form, ...names } of waiting)
    if (form !== null) await generateAgreement(db, { companyId, form, names }, template, now)
}

export interface Signature {
  readonly by: string
  readonly at: Instant
  /** Signer, consent text, address, device. */
  readonly evidence: Readonly<Record<string, string>>
}

/** Signs that version once, if it is still the newest. */
export async function signAgreement(
  db: Db,
  { companyId, version }: Agreement,
  { by, at, evidence }: Signature,
): Promise<'signed' | 'changed' | 'alreadySigned'> {
  return db.transaction(async (tx) => {
    // The lock orders the signature and an approval that makes the next version.
    await tx.select({ id: company.id }).from(company).where(eq(company.id, companyId)).for('update')
    const newest = await agreementOf(tx, companyId)
    if (newest?.version !== version) return 'changed'
    const unsigned = and(
      eq(serviceAgreement.companyId, companyId),
      eq(serviceAgreement.version, version),
      isNull(serviceAgreement.signedAt),
    )
    const signed = await tx
      .update(serviceAgreement)
      .set({ signedAt: at, signedBy: by, evidence })
      .where(unsigned)
      .returning({ version: serviceAgreement.version })
    if (signed.length === 0) return 'alreadySigned'
    await tx.update(company).set({ agreementStatus: 1 }).where(eq(company.id, companyId))
    return 'signed'
  })
}
