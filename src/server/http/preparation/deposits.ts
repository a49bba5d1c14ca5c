import type * as z from 'zod'
import type { SaleBidder } from '../../../contract/calls/sales.ts'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { depositState, depositSums, entryRefused, isCovered, limitsOf, worthOf } from '../../../domain/deposit.ts'
import type { DepositEntry } from '../../../domain/deposit.ts'
import type { Bidder, Worth } from '../../../domain/state.ts'
import { CURRENCIES, type Instant } from '../../../domain/units.ts'
import { bidderOf } from '../../auth/standing.ts'
import type { Person } from '../../auth/caller.ts'
import type { Pins } from '../../auth/pins.ts'
import type { Rooms } from '../../ports.ts'
import { giveAfterClosing } from '../../room/give-after-closing.ts'
import { accountsById } from '../../store/accounts.ts'
import type { Db } from '../../store/open.ts'
import { findRegistration } from '../../store/registrations.ts'
import { findSession } from '../../store/schedules.ts'
import type { Timeline } from '../../store/schedules.ts'
import { addEntry, entriesOf } from '../../store/sessionDeposits.ts'
import type { SessionDeposit } from '../../store/sessionDeposits.ts'
import { data, fail, forbid, missing, refuse, rows } from '../answer.ts'
import type { Failure } from '../answer.ts'
import { signedIn } from '../route.ts'
import { admitAndTell } from '../sales/admit.ts'

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
): z.output<typeof SaleBidder>['deposit'] {
  const sums = depositSums(entries)
  return {
    required: [...required],
    state: depositState(required, sums),
    covered: isCovered(required, sums),
    seq: entries.at(-1)?.seq ?? 0,
    sums: [...sums],
  }
}

/** Deposits received, held, released and forfeited. */
export const depositRoutes = ({ db, rooms, pins, outboxFilled }: Needs) => ({
  depositList: signedIn(calls.depositList, async ({ query }) => {
    if (!(await findSession(db, query.scheduleTimelineId))) return missing('session.not_found')
    const entries = await entriesOf(db, query.scheduleTimelineId, query.companyId)
    const people = entries.length === 0 ? [] : await accountsById(db, [...new Set(entries.map((one) => one.accountId))])
    return rows(
      entries.toReversed().map(({ accountId, seq, kind, currency, amount, day, reference, at }) => ({
        seq,
        kind,
        currency,
        amount,
        day,
        reference,
        at,
        recordedBy: people.find(({ account }) => account.id === accountId)?.account.name ?? accountId,
      })),
    )
  }),

  depositRecord: signedIn(calls.depositRecord, async ({ body, at }, { person }) => {
    const { scheduleTimelineId: id, companyId, after, kind, currency, amount, day, reference } = body
    const session = await findSession(db, id)
    if (!session) return missing('session.not_found')
    const entries = await entriesOf(db, id, companyId)
    const refused =
      entryWrong(session.timeline, person, body, entries, at) ??
      ((await findRegistration(db, id, companyId)) ? null : refuse('deposit.not_signed_up'))
    if (refused) return refused
    if ((entries.at(-1)?.seq ?? 0) !== after) return fail(CODE.conflict, 'edit.changed')

    const { deposits: required, depositFactor: factor } = session.timeline
    const next = [...entries, { kind, currency, amount }]
    const covered = isCovered(required, depositSums(next))
    const state = await rooms.current(id)
    const bidder = bidderOf(state, companyId)
    const running = state !== null && state.phase < 5 && bidder?.admitted === true ? bidder : null
    if (running && !covered) return refuse('deposit.needed')
    const limits = limitsOf(required, factor, depositSums(next))
    const set = (which: (most: number, now: number) => boolean) =>
      running === null
        ? Promise.resolve(null)
        : follow(rooms, id, running, { limits, worth: worthOf(required) }, person, at, which)
    // Limits are lowered before money leaves, and raised after it has arrived.
    const exposed = await set((most, now) => most < now)
    if (exposed) return exposed
    const row = { timelineId: id, companyId, seq: after + 1, currency, kind, amount, day, reference }
    if (!(await addEntry(db, { ...row, accountId: person.id, at }))) return fail(CODE.conflict, 'edit.changed')
    await set((most, now) => most > now)

    const waits =
      covered && bidder === null && state?.rule.admission === 'automatic' && state.phase > 1 && state.phase < 5
    const admission = waits
      ? await admitAndTell({ db, rooms, pins, outboxFilled }, id, companyId, { actor: 'room', account: person.id }, at)
      : null
    const now = admission === null ? bidder : bidderOf(await rooms.state(id), companyId)
    return data({
      covered,
      biddingNumber: now?.number ?? null,
      notAdmitted: admission?.verdict === 'refused' ? admission.reason : null,
    })
  }),
})

interface Asked extends DepositEntry {
  readonly companyId: string
  readonly day: string
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
  if (asked.amount <= 0) return refuse('payment.zero')
  if (asked.day > new Date(at + BEIJING_MS).toISOString().slice(0, 10)) return refuse('payment.future')
  if (!deposits.some(({ currency }) => currency === asked.currency)) return refuse('deposit.no_currency')
  const over = entryRefused(entries, asked)
  return over && refuse('deposit.too_little', { left: over.left })
}

/** Sets the limits that differ. The law may refuse (X5). */
async function follow(
  rooms: Rooms,
  timelineId: string,
  bidder: Bidder,
  { limits, worth }: { readonly limits: ReturnType<typeof limitsOf>; readonly worth: Worth | null },
  person: Pick<Person, 'id'>,
  at: Instant,
  which: (most: number, now: number) => boolean,
): Promise<Failure | null> {
  for (const currency of CURRENCIES) {
    const most = limits[currency]
    const now = bidder.limits[currency]?.most ?? Infinity
    if (most === undefined || !which(most, now)) continue
    const { reason, numbers } = await giveAfterClosing(
      rooms,
      timelineId,
      { type: 'setLimit', number: bidder.number, account: null, currency, most, worth },
      { actor: 'operator', account: person.id },
      at,
    )
    if (reason !== null) return refuse(reason, numbers)
  }
  return null
}
