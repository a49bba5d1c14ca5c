import { and, eq, inArray, ne } from 'drizzle-orm'
import { exposureOf } from '../../../domain/evolve/exposure.ts'
import type { AccountId, CompanyId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { CURRENCIES, minor, type Currency, type Instant, type Minor } from '../../../domain/units.ts'
import { bidderOf } from '../../auth/standing.ts'
import type { Rooms } from '../../ports.ts'
import type { Deposit } from '../../store/deposits.ts'
import type { Db } from '../../store/open.ts'
import { deposit, registration, sessionHead, timeline } from '../../store/schema.ts'

type Amounts = Readonly<Partial<Record<Currency, Minor>>>

/** A company's deposit with the platform times its factor. */
interface Carried {
  readonly company: CompanyId
  readonly whole: Amounts
  /** What the company's other sales that run leave of it (X10); the least limit there is where nothing is left. */
  readonly left: Amounts
}

/**
 * Runs `act` with what deposits with the platform still carry in a sale, while no other sale begins to run with a share
 * of them. Companies without such a deposit are left out, and so are all where the sale asks for a deposit of its own.
 */
export async function withShares<T>(
  { db, rooms }: { readonly db: Db; readonly rooms: Pick<Rooms, 'current'> },
  timelineId: string,
  companies: readonly CompanyId[],
  act: (carried: readonly Carried[]) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [sale] = await tx.select({ deposits: timeline.deposits }).from(timeline).where(eq(timeline.id, timelineId))
    const rows =
      companies.length === 0 || sale === undefined || sale.deposits.length > 0
        ? []
        : await tx
            .select()
            .from(deposit)
            .where(inArray(deposit.companyId, [...companies]))
            .orderBy(deposit.companyId, deposit.currency)
            .for('update')
    const owners = [...new Set(rows.map(({ companyId }) => companyId))]
    const running =
      owners.length === 0
        ? []
        : await tx
            .selectDistinct({ id: registration.timelineId, company: registration.companyId })
            .from(registration)
            .innerJoin(timeline, eq(timeline.id, registration.timelineId))
            .innerJoin(sessionHead, eq(sessionHead.timelineId, registration.timelineId))
            .where(
              and(
                inArray(registration.companyId, owners),
                ne(registration.timelineId, timelineId),
                eq(sessionHead.phase, 4),
              ),
            )
    const states = new Map<string, SessionState | null>()
    for (const { id } of running) if (!states.has(id)) states.set(id, await rooms.current(id))
    return act(
      owners.map((company) => {
        const whole = wholeOf(rows.filter(({ companyId }) => companyId === company))
        const elsewhere = running.flatMap((one) => (one.company === company ? (states.get(one.id) ?? []) : []))
        return { company, whole, left: leftOf(whole, company, elsewhere) }
      }),
    )
  })
}

const wholeOf = (rows: readonly Deposit[]): Amounts =>
  Object.fromEntries(rows.map(({ currency, amount, factor }) => [currency, minor(amount * factor)]))

function leftOf(whole: Amounts, company: CompanyId, sales: readonly SessionState[]): Amounts {
  const left: Partial<Record<Currency, Minor>> = {}
  for (const currency of CURRENCIES) {
    const most = whole[currency]
    if (most === undefined) continue
    const taken = sales.reduce((sum, state) => sum + shareOf(state, company, currency), 0)
    left[currency] = minor(Math.max(1, most - taken))
  }
  return left
}

/** A sale's share: the company's limit there; where the operator has taken it away, what the company has bound. */
function shareOf(state: SessionState, company: CompanyId, currency: Currency): number {
  const bidder = bidderOf(state, company)
  if (bidder === null || state.practice || state.phase !== 4) return 0
  const { number } = bidder
  return bidder.limits[currency]?.most ?? exposureOf(state, { number, account: null, currency })
}

/**
 * Lowers limits to the sale's share, in the moment in which it begins to run: until then nothing is bound in it. A limit
 * that the operator has set in place of the deposit's stays.
 */
export async function assignShares(
  rooms: Pick<Rooms, 'give'>,
  state: SessionState,
  carried: readonly Carried[],
  { account, at }: { readonly account: AccountId; readonly at: Instant },
): Promise<void> {
  for (const { company, whole, left } of carried) {
    const bidder = bidderOf(state, company)
    for (const currency of CURRENCIES) {
      const most = left[currency]
      const now = bidder?.limits[currency]?.most
      if (bidder === null || most === undefined || now !== whole[currency] || most === now) continue
      const give = (limit: Minor) =>
        rooms.give(
          state.scheduleTimelineId,
          { type: 'setLimit', number: bidder.number, account: null, currency, most: limit },
          { actor: 'operator', account },
          { at },
        )
      let verdict = await give(most)
      // A share given after the start goes no lower than what is bound by then.
      const exposed = verdict.numbers?.['exposed']
      if (verdict.reason === 'limit.below_exposed' && exposed !== undefined) verdict = await give(minor(exposed))
      const { reason } = verdict
      // A node that may decide nothing does not start the sale either.
      if (reason !== null && reason !== 'session.newer_release')
        throw new Error(`the share of ${company} was refused: ${reason}`)
    }
  }
}

/**
 * Gives a sale that runs by now its share of these companies' deposits, where they were admitted in the very instant of
 * its start.
 */
export async function assignMissed(
  { db, rooms }: { readonly db: Db; readonly rooms: Pick<Rooms, 'current' | 'give'> },
  timelineId: string,
  missed: (company: CompanyId) => boolean,
  by: { readonly account: AccountId; readonly at: Instant },
): Promise<void> {
  const state = await rooms.current(timelineId)
  if (state === null || state.practice || state.phase !== 4) return
  const companies = Object.values(state.bidders).flatMap(({ company }) =>
    company !== null && missed(company) ? [company] : [],
  )
  if (companies.length === 0) return
  await withShares({ db, rooms }, timelineId, companies, (carried) => assignShares(rooms, state, carried, by))
}
