import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { SessionEvent } from '../../domain/events.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Clock } from '../ports.ts'
import type { Db } from '../store/open.ts'
import { token } from '../store/schema.ts'
import { calendarOf } from './calendar.ts'
import { tellOfSetBack } from './clock-mail.ts'
import type { Calendar } from './ports.ts'
import { Projections } from './projections.ts'
import type { StatesAt } from './projections.ts'

/** What a node's rooms read and write outside their logs. */
export interface RoomRecords {
  readonly calendar: Calendar
  /** `present`: accounts that are in the room, or were seen there since, on any node. */
  projections(
    present: (since: Instant) => ReadonlySet<AccountId>,
    statesAt: StatesAt,
    onError: (error: unknown) => void,
  ): Pick<Projections, 'loaded' | 'reached' | 'followed' | 'again' | 'settled' | 'finish'>
  /** Ends the account's tokens of venues. */
  endTokens(account: AccountId): Promise<void>
  tellOfSetBack(timelineId: string, event: Pick<SessionEvent, 'seq'> & { readonly byMs: number }): Promise<void>
}

export const recordsOf = (db: Db, clock: Clock): RoomRecords => ({
  calendar: calendarOf(db),
  projections: (present, statesAt, onError) => new Projections(db, () => clock.now(), present, statesAt, onError),
  async endTokens(account) {
    await db
      .update(token)
      .set({ usedAt: clock.now() })
      .where(and(eq(token.accountId, account), inArray(token.kind, ['venue', 'ticket']), isNull(token.usedAt)))
  },
  tellOfSetBack: (timelineId, event) => tellOfSetBack(db, timelineId, event, clock.now()),
})
