import type * as z from 'zod'
import type { SaleBidder } from '../../../contract/calls/sales.ts'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { depositState, depositSums, entryRefused, isCovered, limitsOf, worthOf } from '../../../domain/deposit.ts'
import type { DepositEntry, DepositSum } from '../../../domain/deposit.ts'
import type { Bidder, Worth } from '../../../domain/state.ts'
import { keepRefused } from '../../../domain/deposit-hold.ts'
import type { KeptEntry } from '../../../domain/deposit-hold.ts'
import { amountNow } from '../../../domain/trade/corrections.ts'
import { CURRENCIES, minor, type Currency, type Instant, type Minor } from '../../../domain/units.ts'
import { bidderOf } from '../../auth/standing.ts'
import type { Person } from '../../auth/caller.ts'
import type { Pins } from '../../auth/pins.ts'
import type { Rooms } from '../../ports.ts'
import { giveAfterClosing } from '../../room/give-after-closing.ts'
import { hasKeepRules } from '../../content/saleRules.ts'
import { accountsById } from '../../store/accounts.ts'
import { objectionsOf } from '../../store/objections.ts'
import type { Db } from '../../store/open.ts'
import { findRegistration } from '../../store/registrations.ts'
import { findSession } from '../../store/schedules.ts'
import type { Timeline } from '../../store/schedules.ts'
import { entriesOf } from '../../store/sessionDeposits.ts'
import type { SessionDeposit } from '../../store/sessionDeposits.ts'
import { publishedRules } from '../../store/witness.ts'
import { answerFiled, holdOf } from '../../trade/deposit-holds.ts'
import { depositLine, recordDeposit } from '../../trade/deposits.ts'
import { data, done, fail, forbid, missing, refuse, rows } from '../answer.ts'
import type { Answer, Failure } from '../answer.ts'
import { lineRefused } from '../bank-lines.ts'
import { signedIn } from '../route.ts'
import type { CallInput } from '../route.ts'
import { admitAndTell } from '../sales/admit.ts'
import { refundRows } from './refunds.ts'

interface Needs {
  readonly db: Db
  readonly rooms: Rooms
  readonly pins: Pins
  readonly outboxFilled: () => void
}

/** A bidder's deposit for a session, as the operator sees it. */
export function depositOf(
  { deposits: required }: Pick<Timeline, 'deposits'>,
  entries: readonly SessionDeposit[],
  reference: string | null,
): z.output<typeof SaleBidder>['deposit'] {
  const sums = depositSums(entries)
  return {
    required: [...required],
    state: depositState(required, sums),
    covered: isCovered(required, sums),
    seq: entries.at(-1)?.seq ?? 0,
    sums: [...sums],
    reference,
  }
}

/** Deposits received, held, released, forfeited, and corrected. */
export const depositRoutes = (needs: Needs) => ({
  depositList: signedIn(calls.depositList, async ({ query, at }) => {
    const { db } = needs
    if (!(await findSession(db, query.scheduleTimelineId))) return missing('session.not_found')
    const entries = await entriesOf(db, query.scheduleTimelineId, query.companyId)
    const objections = await objectionsOf(db, query.scheduleTimelineId, query.companyId)
    const people = entries.length === 0 ? [] : await accountsById(db, [...new Set(entries.map((one) => one.accountId))])
    return rows(
      entries.toReversed().map((row) => {
        const { accountId, timelineId: _timeline, companyId: _company, rule: _rule, ...entry } = row
        return {
          ...entry,
          hold: entry.kind === 'held' ? holdOf(entries, row, objections, at) : null,
          amountNow: amountNow(entries, entry),
          recordedBy: people.find(({ account }) => account.id === accountId)?.account.name ?? accountId,
        }
      }),
    )
  }),

  depositRefundList: signedIn(calls.depositRefundList, async ({ query, locale }) => {
    const session = await findSession(needs.db, query.scheduleTimelineId)
    if (!session) return missing('session.not_found')
    return rows(session.head?.phase === 5 ? await refundRows(needs.db, session.timeline.id, locale) : [])
  }),

  depositObjectionAnswer: signedIn(calls.depositObjectionAnswer, async ({ body, at }, { person }) => {
    const { scheduleTimelineId: timelineId, ...asked } = body
    if (person.companyId === body.companyId) return forbid('payment.own')
    const answered = await answerFiled(needs.db, { ...asked, timelineId, accountId: person.id, at })
    if (answered === 'missing') return refuse('deposit.no_objection')
    if (answered === 'changed') return fail(CODE.conflict, 'edit.changed')
    if (answered !== 'done') return refuse(answered)
    return done
  }),

  depositRecord: signedIn(calls.depositRecord, (given, { person }) =>
    recordsDeposits(needs)({ ...given, person, names: [] }),
  ),
})

interface Recording extends Pick<CallInput<typeof calls.depositRecord>, 'body' | 'at' | 'locale'> {
  readonly person: Pick<Person, 'id' | 'companyId'>
  /** Bl5: further names of the bank's line. */
  readonly names: readonly string[]
}

/** Records an entry of a deposit: its line of the bank, the limits and an automatic admission follow. */
export const recordsDeposits =
  ({ db, rooms, pins, outboxFilled }: Needs) =>
  async ({ body, at, locale, person, names }: Recording): Promise<Answer<typeof calls.depositRecord>> => {
    const { after, payerAccount, bankEntry, another, ...asked } = body
    const { scheduleTimelineId: id, companyId } = asked
    const apart = { payerAccount, bankEntry, another, names }
    const session = await findSession(db, id)
    if (!session) return missing('session.not_found')
    const next = { ...asked, seq: after + 1 }
    const { scheduleTimelineId: timelineId, ...entry } = next
    const row = { ...entry, timelineId, accountId: person.id, at }
    // The line is read before the entries, so a concurrent entry that has recorded it is among them.
    const stands = await depositLine(db, row, apart)
    const entries = await entriesOf(db, id, companyId)
    if ((entries.at(-1)?.seq ?? 0) !== after) return fail(CODE.conflict, 'edit.changed')
    const objections = await objectionsOf(db, id, companyId)
    const refused =
      entryWrong(session.timeline, person, next, entries, at) ??
      (await keepWrong(db, session.timeline, next, entries, { objections, now: at })) ??
      ((await findRegistration(db, id, companyId)) ? null : refuse('deposit.not_signed_up'))
    if (refused) return refused
    if (stands !== null) return lineRefused(db, stands, locale)

    const { deposits: required, depositFactor: factor } = session.timeline
    const sums = depositSums([...entries, next])
    const covered = isCovered(required, sums)
    const correction = next.kind === 'correction'
    const state = await rooms.current(id)
    const bidder = bidderOf(state, companyId)
    const running = state !== null && state.phase < 5 && bidder?.admitted === true ? bidder : null
    // What has come in is recorded, even if it is not enough.
    if (running && !covered && !correction && next.kind !== 'received') return refuse('deposit.needed')
    const follow = async (of: readonly DepositSum[], which: Which): Promise<Failure | null> => {
      const limits = limitsAfter(required, factor, of)
      const set = { limits, worth: worthOf(required), correction }
      const now = running && bidderOf(await rooms.current(id), companyId)
      return now && setLimits(rooms, id, now, set, person, at, which)
    }
    // Limits are lowered before money leaves, and set or raised after it has arrived.
    const exposed = await follow(sums, 'lower')
    if (exposed) return exposed
    const recorded = await recordDeposit(db, row, apart)
    if (recorded !== 'done') {
      // What was lowered for it comes back.
      await follow(depositSums(await entriesOf(db, id, companyId)), 'raise')
      return recorded === 'changed' ? fail(CODE.conflict, 'edit.changed') : lineRefused(db, recorded.line, locale)
    }
    await follow(sums, 'set')

    const waits =
      covered && bidder === null && state?.rule.admission === 'automatic' && state.phase > 1 && state.phase < 5
    const admission = waits
      ? await admitAndTell({ db, rooms, pins, outboxFilled }, id, companyId, { actor: 'room', account: person.id }, at)
      : null
    const now = bidderOf(await rooms.current(id), companyId)
    return data({
      covered,
      below: CURRENCIES.flatMap((currency) => {
        const limit = now?.limits[currency]
        return limit && limit.exposed > limit.most ? [{ currency, most: limit.most, exposed: limit.exposed }] : []
      }),
      biddingNumber: now?.number ?? null,
      notAdmitted: admission?.verdict === 'refused' ? admission.reason : null,
    })
  }

interface Asked extends DepositEntry {
  readonly companyId: string
  readonly day: string
}

/** The refusal by the rules of keeping a deposit. */
async function keepWrong(
  db: Db,
  timeline: Timeline,
  asked: DepositEntry & Pick<KeptEntry, 'rule'>,
  entries: readonly KeptEntry[],
  given: Parameters<typeof keepRefused>[2],
): Promise<Failure | null> {
  if (asked.kind === 'held' && !hasKeepRules(timeline, await publishedRules(db, timeline.id)))
    return refuse('deposit.no_rules')
  const refused = keepRefused(entries, asked, given)
  if (refused === null) return null
  const { reason, ...numbers } = refused
  return refuse(reason, numbers)
}

const BEIJING_MS = 8 * 3_600_000

function entryWrong(
  { deposits }: Timeline,
  person: Pick<Person, 'companyId'>,
  asked: Asked,
  entries: readonly DepositEntry[],
  at: Instant,
): Failure | null {
  if (person.companyId === asked.companyId) return forbid('payment.own')
  if (asked.day > new Date(at + BEIJING_MS).toISOString().slice(0, 10)) return refuse('payment.future')
  if (!deposits.some(({ currency }) => currency === asked.currency)) return refuse('deposit.no_currency')
  const refused = entryRefused(entries, asked)
  return refused && refuse(refused.reason, 'left' in refused ? { left: refused.left } : undefined)
}

/** What a deposit carries, by the currencies asked for: 0.01, which carries no lot, if nothing (X8). */
const limitsAfter = (required: Timeline['deposits'], factor: number, sums: readonly DepositSum[]) => ({
  ...Object.fromEntries(required.map(({ currency }) => [currency, minor(1)])),
  ...limitsOf(required, factor, sums),
})

/** Which limits follow: those that fall, those that rise, or those that rise or are none yet. */
type Which = 'lower' | 'raise' | 'set'

interface LimitsSet {
  readonly limits: Partial<Record<Currency, Minor>>
  readonly worth: Worth | null
  /** They follow an entry that was wrong: they may fall below the exposure (X5). */
  readonly correction: boolean
}

/** Sets the limits that follow the deposit. The law may refuse (X5). */
async function setLimits(
  rooms: Rooms,
  timelineId: string,
  bidder: Bidder,
  { limits, worth, correction }: LimitsSet,
  person: Pick<Person, 'id'>,
  at: Instant,
  which: Which,
): Promise<Failure | null> {
  for (const currency of CURRENCIES) {
    const most = limits[currency]
    const now = bidder.limits[currency]?.most ?? null
    const follows = most !== undefined && (now === null ? which === 'set' : which === 'lower' ? most < now : most > now)
    if (!follows) continue
    const { reason, numbers } = await giveAfterClosing(
      rooms,
      timelineId,
      { type: 'setLimit', number: bidder.number, account: null, currency, most, worth, correction },
      { actor: 'operator', account: person.id },
      at,
    )
    if (reason !== null) return refuse(reason, numbers)
  }
  return null
}
