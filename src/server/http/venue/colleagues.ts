import * as calls from '../../../contract/calls/index.ts'
import type { Limits } from '../../../domain/state.ts'
import { CURRENCIES } from '../../../domain/units.ts'
import type { Rooms } from '../../ports.ts'
import { membersOf } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { missing, rows } from '../answer.ts'
import { command, enter } from '../room.ts'
import { inVenue } from '../route.ts'

/** The people of a company, and their limits (P1). */
export const colleagueRoutes = ({ db, rooms }: { readonly db: Db; readonly rooms: Rooms }) => ({
  colleagueList: inVenue(calls.colleagueList, async ({ query }, caller) => {
    const entered = await enter(rooms, caller, query.scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const { person, standpoint } = caller
    const limits = standpoint.identity === 1 ? (entered.state.bidders[standpoint.number]?.people ?? {}) : {}
    const members = person.companyId === null ? [] : await membersOf(db, [person.companyId])
    return rows(
      members.map(({ id, name }) => ({
        userId: id,
        name,
        self: id === person.id,
        limits: limitRows(limits[id] ?? {}),
      })),
    )
  }),

  colleagueLimit: inVenue(calls.colleagueLimit, async ({ body, at }, caller) => {
    const { userId: account, currency, most, scheduleTimelineId } = body
    const { person, standpoint } = caller
    const members = person.companyId === null ? [] : await membersOf(db, [person.companyId])
    if (standpoint.identity !== 1 || !members.some(({ id }) => id === account)) return missing()
    const { number } = standpoint
    return command(rooms, caller, { scheduleTimelineId, at }, { type: 'setLimit', number, account, currency, most })
  }),
})

export const limitRows = (limits: Limits) =>
  CURRENCIES.flatMap((currency) => {
    const limit = limits[currency]
    return limit === undefined ? [] : [{ currency, ...limit }]
  })
