import { and, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId, CompanyId } from '../../domain/lot.ts'
import { LAW } from '../../domain/rule.ts'
import type { SessionState } from '../../domain/state.ts'
import { holdsRights } from '../auth/permissions.ts'
import { bidderOf, sellerCodeOf } from '../auth/standing.ts'
import type { Rooms } from '../ports.ts'
import { giveAfterClosing } from '../room/give-after-closing.ts'
import { agreementInEffect, holdsOperatorsRights } from '../store/accounts.ts'
import type { Account } from '../store/accounts.ts'
import type { Db } from '../store/open.ts'
import { exclusionOf } from '../store/exclusions.ts'
import { account, sessionHead, timeline } from '../store/schema.ts'
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
      await giveAfterClosing(
        rooms,
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

/**
 * Lapses ceilings of people who have left their company or are erased, in all sales that run (C13): at once when a
 * person goes, and every hour, should a node have died in between.
 */
export async function lapseDeparted({
  db,
  rooms,
}: Pick<Needs, 'db'> & { readonly rooms: Pick<Rooms, 'give' | 'state'> }) {
  const running = await db
    .select({ id: sessionHead.timelineId, host: timeline.hostAccountId })
    .from(sessionHead)
    .innerJoin(timeline, eq(timeline.id, sessionHead.timelineId))
    .where(eq(sessionHead.phase, 4))
  for (const { id, host } of running) {
    const state = await rooms.state(id)
    for (const person of state === null || state.practice ? [] : await departedIn(db, state, host)) {
      const { reason } = await rooms.give(id, { type: 'departed', account: person }, { actor: 'room', account: null })
      if (!FINE.has(reason)) throw new Error(`ceilings of ${person} were not lapsed in session ${id}: ${reason}`)
    }
  }
}

/**
 * People with a ceiling in a company's name who are no longer of it. A clerk's ceiling is that of the caller whom the
 * clerk named; the account of host or operator, who named no caller, is never of the company.
 */
async function departedIn(
  db: Db,
  { lots, bidders }: SessionState,
  host: AccountId | null,
): Promise<readonly AccountId[]> {
  const set = lots
    .withCeilings()
    .flatMap(({ ceilings }) =>
      Object.entries(ceilings).flatMap(([number, { account: person, clerk }]) =>
        person === null ? [] : [{ person, clerk, company: bidders[Number(number)]?.company ?? null }],
      ),
    )
  if (set.length === 0) return []
  const people = [...new Set(set.map(({ person }) => person))]
  const known = await db.select().from(account).where(inArray(account.id, people))
  return people.filter((id) => {
    const now = known.find((one) => one.id === id)
    if (now === undefined || now.erasedAt !== null) return true
    const isStaff = id === host || holdsRights(now)
    return set.some(
      ({ person, clerk, company }) => person === id && company !== now.companyId && (clerk === null || !isStaff),
    )
  })
}

/** Bidders are companies; in practice a person without one bids alone. */
const biddersAs = (all: readonly Account[]): readonly CompanyId[] => [
  ...new Set(all.flatMap(({ id, companyId }) => [...(companyId === null ? [] : [companyId]), `person:${id}`])),
]

/** No sale sealed before has deals to hold. */
const DEALS_SINCE = sql`clock_timestamp() - ${LAW.dealsOpenMs} * interval '1 ms'`

/** The unfinished sessions in which the company bids or sells, and those whose deals may still be held (D8). */
async function partsOf({ db, rooms }: Needs, company: CompanyId): Promise<(readonly [string, SessionState])[]> {
  const unfinished = await db
    .select({ id: sessionHead.timelineId })
    .from(sessionHead)
    .where(
      or(inArray(sessionHead.phase, [2, 3, 4]), and(eq(sessionHead.phase, 5), gt(sessionHead.aliveAt, DEALS_SINCE))),
    )
  const parts: [string, SessionState][] = []
  for (const { id } of unfinished) {
    const state = await rooms.state(id)
    if (state && (bidderOf(state, company) || sellerCodeOf(state, company) !== null)) parts.push([id, state])
  }
  return parts
}

/** Whether the company's last exclusion in the log was a suspension, not a dismissal. */
const wasSuspended = async (db: Db, timelineId: string, number: number): Promise<boolean> =>
  (await exclusionOf(db, timelineId, number))?.type === 'bidder.suspended'
