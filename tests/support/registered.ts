import { randomUUID } from 'node:crypto'
import { instant } from '../../src/domain/units.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { currentTemplate, generateAgreement } from '../../src/server/company/agreement.ts'
import { addAccount, addCompany } from '../../src/server/store/accounts.ts'
import type { Store } from '../../src/server/store/open.ts'
import { formOf } from './exchange/people.ts'
import { REGISTRANT_PASSWORD, someone } from './person.ts'
import { someAccount, someCompany } from './store/rows.ts'

/**
 * A person as registration leaves them, with proven phone and mail; or, `certified`, a buyer whose company's certificate
 * was approved and whose agreement waits for its signature. Returns the login; the password is `REGISTRANT_PASSWORD`.
 */
export async function addRegistered(
  { db }: Pick<Store, 'db'>,
  companyName: string,
  { certified = false }: { readonly certified?: boolean } = {},
): Promise<string> {
  const { account, email, phone } = someone()
  const now = instant(Date.now())
  const passwordHash = await hashPassword(REGISTRANT_PASSWORD)
  const proven = { phone: `+86${phone}`, email, phoneProvenAt: now, emailProvenAt: now }
  const registered = someAccount({ login: account, passwordHash, companyName, status: 2, roles: [], ...proven })
  if (!certified) {
    await addAccount(db, registered)
    return account
  }
  const companyId = randomUUID()
  const form = formOf({ name: registered.name, company: companyName, phone, number: Number(phone) % 1e5 })
  const names = { zh: companyName, en: companyName }
  await addCompany(db, someCompany({ id: companyId, nameZh: companyName, nameEn: companyName, form }))
  await generateAgreement(db, { companyId, form, names }, await currentTemplate(db), now)
  await addAccount(db, { ...registered, companyId, status: 4, roles: ['buyer'] })
  return account
}
