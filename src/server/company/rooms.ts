import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { bidderOf, sellerCodeOf } from '../auth/standing.ts'
import type { Rooms } from '../ports.ts'
import { agreementInEffect, holdsOperatorsRights } from '../store/accounts.ts'
import type { Account } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { account, sessionEvent, sessionHead } from '../store/schema.ts'
import type { Concerned } from './suspend.ts'

type Needs = { readonly db: Db; readonly rooms: Pick<Rooms, 'give' | 'state' | 'expel'> }

/** Refusals that a suspension ignores: the session ended, or its log never began. */
const FINE: ReadonlySet<AnyReason | null> = new Set<AnyReason | null>([null, 'session.finished', 'session.not_found'])

/**
 * Suspends the companies in every unfinished session (LAW.md, A9) on all nodes, and disconnects their people.
 * Repeatable: the law ignores a suspension already in force.
 */
export async function suspendInRooms(
  { db, rooms }: Needs,
  all: Concerned,
  reason: string,
  by: AccountId | null,
): Promise<void> {
  for (const company of biddersAs(all)) {
    for (const [timelineId] of await partsOf({ db, rooms }, company)) {
      const actor = by === null ? 'room' : 'operator'
      const { reason: refused } = await rooms.give(
        timelineId,
        { type: 'suspend', company, reason },
        { actor, account: by },
      )
      if (!FINE.has(refused)) throw new Error(`a suspension was refused in session ${timelineId}: ${refused}`)
    }
  }
  for (const { id } of all) await rooms.expel(id, 'suspended')
}

/**
 * Readmits reinstated companies where the suspension excluded them; dismissed companies stay out. Withdrawn lots stay
 * withdrawn.
 */
export async function readmit({ db, rooms }: Needs, all: Concerned, by: AccountId): Promise<void> {
  for (const company of biddersAs(all)) {
    for (const [timelineId, state] of await partsOf({ db, rooms }, company)) {
      const bidder = bidderOf(state, company)
      if (!bidder || bidder.admitted || !(await wasSuspended(db, timelineId, bidder.number))) continue
      const [standing] = await db
        .select({ status: account.status })
        .from(account)
        .where(
          inArray(
            account.id,
            all.map(({ id }) => id),
          ),
        )
        .orderBy(desc(account.status))
        .limit(1)
      const status = standing?.status === 4 || standing?.status === 3 ? standing.status : 2
      // The law may refuse the company as it may any other bidder; then it stays out.
      await rooms.give(
        timelineId,
        {
          type: 'admit',
          standing: {
            company,
            status,
            agreementInEffect: await agreementInEffect(db, company),
            operates: await holdsOperatorsRights(db, company),
            flags: [],
          },
        },
        { actor: 'operator', account: by },
      )
    }
  }
}

/** At start and every hour: completes suspensions whose node died before it told the rooms. */
export async function finishSuspensions({ db, rooms }: Needs): Promise<void> {
  const suspended = await db
    .select()
    .from(account)
    .where(and(eq(account.status, 0), isNotNull(account.suspendedReason)))
  const groups = Map.groupBy(suspended, ({ id, companyId }) => companyId ?? `person:${id}`)
  for (const [first, ...others] of groups.values()) {
    if (first) await suspendInRooms({ db, rooms }, [first, ...others], first.suspendedReason ?? '', null)
  }
}

/** Bidders are companies; in practice a person without one bids alone. */
const biddersAs = (all: readonly Account[]): readonly CompanyId[] => [
  ...new Set(all.flatMap(({ id, companyId }) => [...(companyId === null ? [] : [companyId]), `person:${id}`])),
]

/** The unfinished sessions in which the company bids or sells. */
async function partsOf({ db, rooms }: Needs, company: CompanyId): Promise<(readonly [string, SessionState])[]> {
  const unfinished = await db
    .select({ id: sessionHead.timelineId })
    .from(sessionHead)
    .where(inArray(sessionHead.phase, [2, 3, 4]))
  const parts: [string, SessionState][] = []
  for (const { id } of unfinished) {
    const state = await rooms.state(id)
    if (state && (bidderOf(state, company) || sellerCodeOf(state, company) !== null)) parts.push([id, state])
  }
  return parts
}

/** Whether the company's last exclusion in the log was a suspension, not a dismissal. */
async function wasSuspended(db: Db, timelineId: string, number: number): Promise<boolean> {
  const [last] = await db
    .select({ type: sessionEvent.type })
    .from(sessionEvent)
    .where(
      and(
        eq(sessionEvent.timelineId, timelineId),
        inArray(sessionEvent.type, ['bidder.suspended', 'bidder.dismissed']),
        sql`(${sessionEvent.payload}->>'number')::int = ${number}`,
      ),
    )
    .orderBy(desc(sessionEvent.seq))
    .limit(1)
  return last?.type === 'bidder.suspended'
}
