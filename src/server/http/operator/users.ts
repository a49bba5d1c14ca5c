import type * as z from 'zod'
import type { UserRow } from '../../../contract/calls/company.ts'
import type { Locale } from '../../../contract/constants.ts'
import * as calls from '../../../contract/calls/index.ts'
import { statusOf } from '../../auth/tokens.ts'
import { readmit, suspendInRooms } from '../../company/rooms.ts'
import { reinstate, suspend } from '../../company/suspend.ts'
import type { Rooms } from '../../ports.ts'
import { listUsers } from '../../store/accounts.ts'
import type { Member } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { done, forbid, missing, refuse, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { agreementStatusOf } from '../company/status.ts'
import { signedIn } from '../route.ts'
import type { AnyReason } from '../../../contract/codes.ts'
import { applicantOf } from './certifications.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
}

/** All accounts, and their suspension. */
export const userRoutes = ({ db, rooms }: Needs) => ({
  userList: signedIn(calls.userList, async ({ query, locale }) => {
    const { status, keyword } = query
    const found = await listUsers(db, {
      ...slice(query),
      status: status === undefined ? undefined : Number(status),
      keyword,
    })
    return rows(
      found.rows.map((member) => userRow(member, locale)),
      found.total,
    )
  }),

  userSuspend: signedIn(calls.userSuspend, async ({ body, at }, { person }) => {
    const all = await suspend(db, body.userId, body.reason, person, at)
    if (typeof all === 'string') return failureOf(all)
    // The suspended accounts can no longer act; the answer waits until the rooms have excluded their company.
    await suspendInRooms({ db, rooms }, all, body.reason, person.id)
    return done
  }),

  userReinstate: signedIn(calls.userReinstate, async ({ body, at }, { person }) => {
    const all = await reinstate(db, body.userId, at)
    if (typeof all === 'string') return failureOf(all)
    await readmit({ db, rooms }, all, person.id)
    return done
  }),
})

function failureOf(reason: AnyReason): Failure {
  switch (reason) {
    case 'resource.not_found':
      return missing()
    case 'auth.not_permitted':
    case 'auth.account_suspended':
      return forbid(reason)
    default:
      return refuse(reason)
  }
}

const userRow = ({ account, company }: Member, locale: Locale): z.output<typeof UserRow> => ({
  ...applicantOf(account),
  companyId: account.companyId,
  companyName: company ? (locale === 'zh' ? company.nameZh : company.nameEn) : account.companyName,
  status: statusOf(account.status),
  agreementStatus: agreementStatusOf(company),
  roles: account.roles,
  createdAt: account.createdAt,
})
