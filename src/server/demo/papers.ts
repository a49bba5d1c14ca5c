import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { CompanyDetails } from '../../contract/calls/company.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { agreementText, evidenceOf } from '../company/agreement.ts'
import type { FileStore } from '../files/store.ts'
import type { certification, file, serviceAgreement } from '../store/schema.ts'
import { FORMS } from './content/forms.ts'
import { ACCOUNTS, APPLICATION, COMPANIES } from './content/people.ts'
import type { DemoAccount, DemoCompany } from './content/people.ts'
import { accountId, companyId } from './ids.ts'
import { MEMBER_MS } from './people.ts'

/** The papers of certified companies, and of an applicant. */
export interface Papers {
  readonly files: readonly (typeof file.$inferInsert)[]
  readonly certifications: readonly (typeof certification.$inferInsert)[]
  readonly agreements: readonly (typeof serviceAgreement.$inferInsert)[]
  /** Forms by company id. */
  readonly forms: ReadonlyMap<string, CompanyDetails>
}

const HOUR = 3_600_000
const license = (name: string): Promise<Buffer> => readFile(new URL(`./content/licence-${name}.png`, import.meta.url))

/** Licences are written first, so that no world refers to missing files. */
export async function papersOf(fileStore: FileStore, now: Instant): Promise<Papers> {
  const [specimen, own] = await Promise.all([license('specimen'), license('pending')])
  const files: (typeof file.$inferInsert)[] = []
  const certifications: (typeof certification.$inferInsert)[] = []
  const agreements: (typeof serviceAgreement.$inferInsert)[] = []
  const forms = new Map<string, CompanyDetails>()

  async function putDown(bytes: Buffer, owner: DemoAccount, at: Instant): Promise<string> {
    const id = await fileStore.write(bytes)
    files.push({
      id,
      ownerId: accountId(owner.login),
      name: '营业执照.png',
      type: 'image/png',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      createdAt: at,
    })
    return id
  }
  const submitted = (code: string, owner: DemoAccount, form: CompanyDetails, fileId: string, at: Instant) => ({
    id: `certification-${code}`,
    accountId: accountId(owner.login),
    form,
    companyName: form.name,
    creditCode: form.creditCode,
    fileId,
    submittedAt: at,
  })

  for (const one of COMPANIES) {
    const member = ACCOUNTS.find(({ company }) => company === one.code)
    const rest = FORMS[one.code]
    if (!member || !rest) continue
    const [at, reviewedAt] = [later(now, -MEMBER_MS + HOUR), later(now, -MEMBER_MS + 5 * HOUR)]
    const fileId = await putDown(specimen, member, at)
    const form: CompanyDetails = { ...registered(one), ...rest, businessLicense: `/common/files/${fileId}` }
    forms.set(companyId(one.code), form)
    certifications.push({
      ...submitted(one.code, member, form, fileId, at),
      state: 'approved',
      reviewedAt,
      reviewedBy: accountId('admin'),
      companyId: companyId(one.code),
    })
    if (one.agreement !== 0) agreements.push(agreed(one, member, form, reviewedAt))
  }

  const applicant = ACCOUNTS.find(({ status }) => status === 3)
  const rest = FORMS['pending']
  if (applicant && rest) {
    const at = later(now, -3 * HOUR)
    const fileId = await putDown(own, applicant, at)
    certifications.push({
      ...submitted(
        'pending',
        applicant,
        { ...APPLICATION, ...rest, businessLicense: `/common/files/${fileId}` },
        fileId,
        at,
      ),
      state: 'pending',
    })
  }
  return { files, certifications, agreements, forms }
}

/** A form has one name: the one in the company's own register. */
const registered = ({ name: [zh, en], country, legalPerson, bankAccount }: DemoCompany) => ({
  name: country === 'CN' ? zh : en,
  country,
  legalPerson: legalPerson ?? '',
  bankAccount: bankAccount ?? '',
})

function agreed(
  { code, agreement: status, name: [zhName, enName] }: DemoCompany,
  member: DemoAccount,
  form: CompanyDetails,
  generatedAt: Instant,
): typeof serviceAgreement.$inferInsert {
  const { zh, en, hash } = agreementText(form, { zh: zhName, en: enName })
  const made = { companyId: companyId(code), version: 1, textZh: zh, textEn: en, hash, generatedAt }
  if (status === 2) return made
  const signer = { id: accountId(member.login), login: member.login, name: member.name }
  const at = later(generatedAt, HOUR)
  return {
    ...made,
    signedAt: at,
    signedBy: signer.id,
    evidence: evidenceOf({
      agreement: made,
      signer,
      company: form.name,
      locale: 'zh',
      at,
      address: '127.0.0.1',
      device: 'Demo',
    }),
  }
}
