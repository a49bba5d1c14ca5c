import { ACCOUNT_TYPES } from '../../contract/constants.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { account, company } from '../store/schema.ts'
import { FORMS } from './content/forms.ts'
import { ACCOUNTS, APPLICATION, COMPANIES, ROBOTS, type DemoAccount, type DemoCompany } from './content/people.ts'
import { accountId, companyId } from './ids.ts'

/** Published in the README: the demo world is served only to this machine. */
export const DEMO_PASSWORD = 'Timber2026'

const DAY_MS = 86_400_000
/** Members registered a while ago; applicants yesterday. */
export const MEMBER_MS = 60 * DAY_MS
const SUSPENDED_FOR = '多次成交后拒不签约 · Refused to sign several deals'

interface Hashes {
  /**
   * Hash of the demo password, one for all accounts: separate salts would protect nothing, since the password is
   * published.
   */
  readonly people: string
  /** The hash of an unknown password: robots get their own at each start. */
  readonly robots: string
}

export const companyRows = (): (typeof company.$inferInsert)[] => COMPANIES.map(companyRow)

const companyRow = ({
  code,
  name: [nameZh, nameEn],
  country,
  legalPerson,
  bankAccount,
  agreement,
}: DemoCompany): typeof company.$inferInsert => ({
  id: companyId(code),
  nameZh,
  nameEn,
  country,
  legalPerson,
  bankAccount,
  agreementStatus: agreement,
  creditCode: FORMS[code]?.creditCode ?? null,
})

export function accountRows(hashes: Hashes, now: Instant): (typeof account.$inferInsert)[] {
  return [...ACCOUNTS, ...ROBOTS].map((one, index) => accountRow(one, index, hashes, now))
}

function accountRow(
  { login, name, title, company: code, status, roles, permissions, robot }: DemoAccount,
  index: number,
  hashes: Hashes,
  now: Instant,
): typeof account.$inferInsert {
  const member = robot ? undefined : COMPANIES.find((one) => one.code === code)
  return {
    id: accountId(login),
    login,
    name,
    appellationName: title,
    companyId: code && companyId(code),
    status,
    roles: [...roles],
    permissions: [...permissions],
    robot,
    createdAt: later(now, status === 2 || status === 3 ? -DAY_MS : -MEMBER_MS),
    passwordHash: robot ? hashes.robots : hashes.people,
    phone: robot ? null : `+861380000${String(index + 1).padStart(4, '0')}`,
    // `example.com` is reserved: no mail of the demo world reaches a real address.
    email: robot ? null : `${login}@example.com`,
    ...(member && { country: member.country, accountTypes: ACCOUNT_TYPES.filter((type) => roles.includes(type)) }),
    ...(status === 0 && { statusBefore: 4, suspendedReason: SUSPENDED_FOR }),
    ...(status === 3 && { companyName: APPLICATION.name, accountTypes: ['buyer'], country: APPLICATION.country }),
    ...(!robot && { phoneProvenAt: now, emailProvenAt: now, profileAt: now, agreedAt: now }),
  }
}
