import { and, eq, exists, gt, or, sql } from 'drizzle-orm'
import type * as z from 'zod'
import * as calls from '../../../contract/calls/index.ts'
import type { Locale } from '../../../contract/constants.ts'
import { lotNumber } from '../../../domain/lot-number.ts'
import type { CompanyId, Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { amountOf } from '../../../domain/units.ts'
import type { VenueCaller } from '../../auth/caller.ts'
import { bidderOf, draftsOf, sellerCodeOf, standpointIn } from '../../auth/standing.ts'
import type { Rooms } from '../../ports.ts'
import { ASKED_SINCE } from '../../store/board.ts'
import { lotsById } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { findSessionFor } from '../../store/schedules.ts'
import { lot as lotTable, registration, schedule, sessionHead, timeline } from '../../store/schema.ts'
import { missing, rows } from '../answer.ts'
import { keyed } from '../bidding/commands.ts'
import { command } from '../room.ts'
import { signedIn } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
}

/**
 * Deals that wait for a company's yes, outside the room: a lot is offered to the next bidder after a cancellation, also
 * once its sale is sealed and its room left.
 */
export const askedRoutes = ({ db, rooms }: Needs) => ({
  dealAskedList: signedIn(calls.dealAskedList, async ({ locale }, { person: { companyId } }) => {
    if (companyId === null) return rows([])
    const sessions = await sessionsWith(db, companyId, locale)
    const found = sessions.map(async ({ id, name }) => {
      const state = await rooms.state(id)
      return state === null ? [] : rowsOf(db, { state, name, locale }, askedOf(state, companyId))
    })
    return rows((await Promise.all(found)).flat().sort((a, b) => a.until - b.until))
  }),

  dealAnswer: signedIn(calls.dealAnswer, async ({ body, at }, { person, token }) => {
    const { scheduleTimelineId: timelineId, contractObjectId, yes } = body
    const session = await findSessionFor(db, timelineId, draftsOf(person))
    const state = session && (await rooms.state(timelineId))
    if (!state) return missing('session.not_found')
    const facts = {
      id: timelineId,
      practice: session.schedule.practice,
      hostAccountId: session.timeline.hostAccountId,
    }
    const standpoint = standpointIn(person, facts, state, false)
    const party: VenueCaller = {
      kind: 'venue',
      person,
      token,
      timelineId,
      standpoint: standpoint ?? { identity: 4 },
      createdAt: at,
    }
    const lot = contractObjectId
    return command(
      rooms,
      party,
      keyed(calls.dealAnswer, body, at),
      yes ? { type: 'confirmDeal', lot } : { type: 'declineDeal', lot },
    )
  }),
})

/** The sessions in which a deal may wait for the company. */
function sessionsWith(db: Db, company: CompanyId, locale: Locale) {
  const signedUp = db
    .select({ one: sql`1` })
    .from(registration)
    .where(and(eq(registration.timelineId, timeline.id), eq(registration.companyId, company)))
  const sells = db
    .select({ one: sql`1` })
    .from(lotTable)
    .where(and(eq(lotTable.timelineId, timeline.id), eq(lotTable.sellerCompanyId, company)))
  return db
    .select({ id: timeline.id, name: locale === 'zh' ? schedule.nameZh : schedule.nameEn })
    .from(timeline)
    .innerJoin(schedule, and(eq(schedule.id, timeline.scheduleId), eq(schedule.practice, false)))
    .innerJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
    .where(
      and(
        or(eq(sessionHead.phase, 4), and(eq(sessionHead.phase, 5), gt(sessionHead.aliveAt, ASKED_SINCE))),
        or(exists(signedUp), exists(sells)),
      ),
    )
}

/** Lots whose deal waits for the company. */
function askedOf(state: SessionState, company: CompanyId): readonly Lot[] {
  if (state.lots.awards === 0) return []
  const [seller, number] = [sellerCodeOf(state, company), bidderOf(state, company)?.number ?? null]
  return [...state.lots].filter(({ award, seller: of }) => {
    if (award === null) return false
    return award.asks === 'seller' ? seller !== null && of === seller : award.number === number
  })
}

interface Sale {
  readonly state: SessionState
  readonly name: string
  readonly locale: Locale
}

async function rowsOf(
  db: Db,
  { state, name: scheduleName, locale }: Sale,
  asked: readonly Lot[],
): Promise<z.output<typeof calls.dealAskedList.rows>[]> {
  if (asked.length === 0) return []
  const timber = await lotsById(
    db,
    asked.map(({ lot }) => state.lots.rootOf(lot)),
  )
  return asked.flatMap(({ lot, position, award, currency, unit, quantity }) => {
    if (award === null) return []
    const root = state.lots.rootOf(lot)
    const row = timber.get(root)
    const { asks, price, until } = award
    return [
      {
        contractObjectId: lot,
        scheduleTimelineId: state.scheduleTimelineId,
        scheduleName,
        lotNumber: lotNumber(position, lot, root),
        name: (locale === 'zh' ? row?.nameZh : row?.nameEn) ?? lot,
        asks,
        price,
        currency,
        unit,
        quantity,
        amount: amountOf(price, quantity),
        until,
      },
    ]
  })
}
