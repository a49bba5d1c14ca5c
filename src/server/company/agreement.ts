import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import type { Locale } from '../../contract/constants.ts'
import { canonical } from '../../domain/canonical.ts'
import type { CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { texts } from '../../texts/messages.ts'
import { translator } from '../i18n.ts'
import { agreementOf } from '../store/agreements.ts'
import type { Agreement } from '../store/agreements.ts'
import type { Db } from '../store/open.ts'
import { company, serviceAgreement } from '../store/schema.ts'

/**
 * The text in both languages and its hash. The hash covers both, so a signature holds whichever language its signer
 * read.
 */
interface AgreementText {
  readonly zh: string
  readonly en: string
  readonly hash: string
}

const template = (locale: Locale): string =>
  readFileSync(new URL(`./service-agreement.${locale}.md`, import.meta.url), 'utf8').trim()
const templates: Readonly<Record<Locale, string>> = { zh: template('zh'), en: template('en') }

/** A company's name in each language; one of the two may be the registered name. */
export type Names = Readonly<Record<Locale, string>>

export function agreementText(
  { name, creditCode, address, detailedAddress, legalPerson }: CompanyDetails,
  names: Names,
): AgreementText {
  const gaps: Readonly<Record<string, string>> = { creditCode, address: `${address} ${detailedAddress}`, legalPerson }
  // Either text contains the registered name, which the signature binds.
  const called = (locale: Locale) =>
    names[locale] === name ? name : locale === 'zh' ? `${names.zh}（${name}）` : `${names.en} (${name})`
  const filled = (locale: Locale) =>
    templates[locale].replaceAll(/\{\{(\w+)\}\}/g, (_gap, key: string) =>
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

/** Makes the company's next version if its text changed; it must be signed even if an earlier version was. */
export async function generateAgreement(
  db: Within,
  companyId: CompanyId,
  form: CompanyDetails,
  names: Names,
  now: Instant,
): Promise<void> {
  const { zh, en, hash } = agreementText(form, names)
  const newest = await agreementOf(db, companyId)
  if (newest?.hash === hash) return
  await db
    .insert(serviceAgreement)
    .values({ companyId, version: (newest?.version ?? 0) + 1, textZh: zh, textEn: en, hash, generatedAt: now })
  await db.update(company).set({ agreementStatus: 2 }).where(eq(company.id, companyId))
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
