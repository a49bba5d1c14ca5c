import * as calls from '../../../contract/calls/index.ts'
import type { AccountId, CompanyId } from '../../../domain/lot.ts'
import type { Limits } from '../../../domain/state.ts'
import { CURRENCIES } from '../../../domain/units.ts'
import type { Rooms } from '../../ports.ts'
import { membersOf } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { findRegistration } from '../../store/registrations.ts'
import { forbid, missing, rows } from '../answer.ts'
import { command, enter } from '../room.ts'
import { inVenue } from '../route.ts'

/** The people of a company, and their limits (P1). */
export const colleagueRoutes = ({ db, rooms }: { readonly db: Db; readonly rooms: Rooms }) => ({
  colleagueList: inVenue(calls.colleagueList, async ({ query }, caller) => {
    const entered = await enter(rooms, caller, query.scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const { person, standpoint } = caller
    const limits = standpoint.identity === 1 ? (entered.state.bidders[standpoint.number]?.people ?? {}) : {}
    const { companyId } = person
    const members = companyId === null ? [] : await membersOf(db, [companyId])
    const principal = await principalOf(db, query.scheduleTimelineId, companyId)
    return rows(
      members.map(({ id, name }) => ({
        userId: id,
        name,
        self: id === person.id,
        principal: id === principal,
        limits: limitRows(limits[id] ?? {}),
      })),
    )
  }),

  colleagueLimit: inVenue(calls.colleagueLimit, async ({ body, at }, caller) => {
    const { userId: account, currency, most, scheduleTimelineId } = body
    const { person, standpoint } = caller
    const members = person.companyId === null ? [] : await membersOf(db, [person.companyId])
    if (standpoint.identity !== 1 || !members.some(({ id }) => id === account)) return missing()
    // P1: colleagues who could lift one another's limits would have none.
    if ((await principalOf(db, scheduleTimelineId, person.companyId)) !== person.id)
      return forbid('limit.principal_only')
    const { number } = standpoint
    return command(rooms, caller, { scheduleTimelineId, at }, { type: 'setLimit', number, account, currency, most })
  }),
})

/** The company's principal in a sale: the person who signed it up. `null`: there is none. */
const principalOf = async (db: Db, timelineId: string, company: CompanyId | null): Promise<AccountId | null> =>
  company === null ? null : ((await findRegistration(db, timelineId, company))?.accountId ?? null)

export const limitRows = (limits: Limits) =>
  CURRENCIES.flatMap((currency) => {
    const limit = limits[currency]
    return limit === undefined ? [] : [{ currency, most: limit.most, exposed: limit.exposed }]
  })
