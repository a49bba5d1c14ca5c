import { later } from '../../../src/domain/units.ts'
import type { Instant } from '../../../src/domain/units.ts'
import { openTokens } from '../../../src/server/auth/tokens.ts'
import { addAccount, addCompany } from '../../../src/server/store/accounts.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { creditCodeFor } from '../credit-code.ts'
import type { Newcomer } from '../newcomer.ts'
import { REGISTRANT_PASSWORD } from '../person.ts'
import { quickHash } from '../quick-hash.ts'
import { someAccount, someCompany } from '../store/rows.ts'

/** Two sellers and two buyers of an exchange. */
export const PARTS = ['mill', 'yard', 'joiner', 'floors'] as const
export type Part = (typeof PARTS)[number]
export type People = Readonly<Record<Part, Newcomer>>

const NAMED = {
  mill: { name: '林森', company: '长白林场', part: '卖方' },
  yard: { name: '木易', company: '太仓木材堆场', part: '卖方' },
  joiner: { name: '方晓', company: '江南家具', part: '买方' },
  floors: { name: '韩梅', company: '苏州地板', part: '买方' },
} as const satisfies Record<Part, Pick<Newcomer, 'name' | 'company' | 'part'>>

/** People whom no one knows yet. The same people of another group have other accounts, companies and phones. */
export function peopleOf(group: number): People {
  const one = (part: Part, place: number): Newcomer => {
    const number = group * 10 + place
    return {
      ...NAMED[part],
      company: `${NAMED[part].company}${group}号有限公司`,
      account: `${part}${group}`,
      number,
      phone: `1390000${String(number).padStart(4, '0')}`,
    }
  }
  return { mill: one('mill', 1), yard: one('yard', 2), joiner: one('joiner', 3), floors: one('floors', 4) }
}

/** Id of a certified person's company, which its account shares. */
export const idOf = ({ account }: Newcomer): string => account

/** Certified companies whose agreement is in effect, with one account each. */
export async function addCertified({ db }: Store, people: People, now: Instant): Promise<void> {
  const passwordHash = await quickHash(REGISTRANT_PASSWORD)
  for (const who of Object.values(people)) {
    const form = formOf(who)
    const { creditCode, legalPerson, bankAccount } = form
    await addCompany(
      db,
      someCompany({
        id: idOf(who),
        nameZh: who.company,
        nameEn: who.company,
        agreementStatus: 1,
        creditCode,
        legalPerson,
        bankAccount,
        form,
      }),
    )
    const proven = { phoneProvenAt: now, emailProvenAt: now }
    await addAccount(
      db,
      someAccount({
        id: idOf(who),
        login: who.account,
        name: who.name,
        passwordHash,
        companyId: idOf(who),
        roles: [who.part === '卖方' ? 'seller' : 'buyer'],
        phone: `+86${who.phone}`,
        email: `${who.account}@example.com`,
        ...proven,
      }),
    )
  }
}

/** The details of a company as its certificate has them. */
export const formOf = ({ name, company, phone, number }: Pick<Newcomer, 'name' | 'company' | 'phone' | 'number'>) => ({
  name: company,
  country: 'CN',
  address: '江苏省太仓市',
  detailedAddress: `港区木材路 ${number} 号`,
  phone: '0512-53180000',
  zipCode: '215400',
  legalPerson: name,
  legalPersonPhone: phone,
  bank: '中国工商银行太仓支行',
  bankAccount: `120522000900${String(number).padStart(6, '0')}`,
  creditCode: creditCodeFor(number),
  businessLicense: '',
})

/** An operator with a second factor, who hosts sales too. */
export const addOperator = ({ db }: Store, id: string, name: string, now: Instant): Promise<void> =>
  addAccount(db, someAccount({ id, login: id, name, roles: ['admin'], permissions: ['*:*:*'], secondFactorAt: now }))

const DAY_MS = 86_400_000

/** Signs an account in without its password; the token. */
export async function tokenOf({ db }: Store, account: string, now: Instant): Promise<string> {
  return (await openTokens(db).issueSeller(account, now, later(now, DAY_MS))).token
}
