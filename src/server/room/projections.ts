import { and, eq, lt } from 'drizzle-orm'
import type { SessionState } from '../../domain/state.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Notice } from '../../domain/notify/notice.ts'
import { noticesOf } from '../../domain/notify/told.ts'
import type { AccountId, Lot } from '../../domain/lot.ts'
import { tell } from '../notify/tell.ts'
import type { Db } from '../store/open.ts'
import { keepOutcomes } from '../store/lots.ts'
import { keepCancelledOrders, keepOrder, supersededOrders } from '../store/orders.ts'
import { keepAdded, returnUnused } from '../store/preparation.ts'
import { keepBiddingNumber } from '../store/registrations.ts'
import { keepTimes } from '../store/schedules.ts'
import * as schema from '../store/schema.ts'
import { endContractOf } from '../trade/contracts.ts'
import { sendClosing } from './closing.ts'
import type { Placed, Position } from './position.ts'
import { newsOf, noticesOfEvents } from './news.ts'
import { changedLots, isEmpty, projectionsOf } from './projection-batch.ts'
import type { ProjectionBatch } from './projection-batch.ts'

/**
 * Longer than the pause after which another node's entries are written up here: who was in the room when they came
 * counts as present still.
 */
const PAUSE_MS = 10_000

/** The states after two entries of the log, of one fold: what did not change between them is the same object in both. */
export type StatesAt = (seq: number, later: number) => Promise<readonly [SessionState, SessionState]>

/**
 * Writes a session's projections after the events are durable. The node that appended them writes at once. The others
 * do so a few seconds later, in case it died before: every write is idempotent, on this node or another, so it is also
 * repeated when the room of a running sale is loaded, and after a failure. That of a sealed sale begins from
 * `projected_seq`: the rows that make its mails and notices unique are deleted with age, so they are never put twice. A
 * release that derives more from old logs sets `projected_seq` back.
 */
export class Projections {
  readonly #db: Db
  readonly #now: () => Instant
  readonly #present: (since: Instant) => ReadonlySet<AccountId>
  readonly #statesAt: StatesAt
  readonly #onError: (error: unknown) => void
  /** State up to which all projections are written. */
  #done: SessionState | null = null
  #due: Position | null = null
  /** Notices of events up to what is due, with their places in the log. */
  #told: { readonly seq: number; readonly notices: readonly Notice[] }[] = []
  /** Whether what is due was all appended by other nodes. */
  #others = true
  #working: Promise<void> | null = null

  /** `present`: accounts that are in the room, or were seen there since, on any node. */
  constructor(
    db: Db,
    now: () => Instant,
    present: (since: Instant) => ReadonlySet<AccountId>,
    statesAt: StatesAt,
    onError: (error: unknown) => void,
  ) {
    this.#db = db
    this.#now = now
    this.#present = present
    this.#statesAt = statesAt
    this.#onError = onError
  }

  /** Whether all known work is done. */
  get settled(): boolean {
    return this.#due === null && this.#working === null
  }

  /** Call when this node has loaded the log: what its newest entries tell is read from the store. */
  loaded(position: Position): void {
    this.#told = []
    this.#done = null
    this.#due = position
    this.#others = false
    this.again()
  }

  /** Call when this node has brought the log to this position by these entries. */
  reached(position: Position, from: SessionState, placed: readonly Placed[]): void {
    this.followed(position, from, placed)
    this.#others = false
    this.again()
  }

  /** Call when another node has brought the log to this position; `again` writes it. */
  followed(position: Position, from: SessionState, placed: readonly Placed[]): void {
    this.#due = position
    const notices = noticesOfEvents(from, position.state, placed)
    if (notices.length > 0) this.#told.push({ seq: position.state.seq, notices })
  }

  /** Writes what is pending. */
  again(): void {
    this.#working ??= this.#work()
      .catch(this.#onError)
      .finally(() => {
        this.#working = null
      })
  }

  async finish(): Promise<void> {
    await this.#working
  }

  async #work(): Promise<void> {
    for (let due = this.#due; due !== null; due = this.#due) {
      // R8: what newer code wrote is written up by a node that reads it.
      if (due.state.unread !== null) {
        this.#due = null
        this.#told = []
        return
      }
      const [before, after] =
        this.#done === null ? await this.#sinceProjected(due.state) : ([this.#done, due.state] as const)
      if (before !== after) await this.#writeUp(before, after)
      this.#done = due.state
      this.#told = this.#told.filter(({ seq }) => seq > due.state.seq)
      if (this.#due !== due) continue
      this.#due = null
      this.#others = true
    }
  }

  /** Where the writing of a room that was just loaded begins; `null`: nothing of it is known to be written. */
  async #sinceProjected(state: SessionState): Promise<readonly [SessionState | null, SessionState]> {
    const seq = state.phase === 5 ? await projectedSeq(this.#db, state.scheduleTimelineId) : 0
    if (seq === 0) return [null, state]
    return seq >= state.seq ? [state, state] : this.#statesAt(seq, state.seq)
  }

  async #writeUp(before: SessionState | null, after: SessionState): Promise<void> {
    const projection = projectionsOf(before, { state: after })
    // First, as an order forgets its contract when the lot's next deal takes its place.
    if (projection.orders.length > 0) await keepSuperseded(this.#db, before, after, this.#now())
    if (!isEmpty(projection)) await write(this.#db, after.scheduleTimelineId, projection, this.#now())
    const ofEvents =
      this.#done === null
        ? await newsOf(this.#db, after, this.#now())
        : this.#told.flatMap((one) => (one.seq <= after.seq ? one.notices : []))
    const notices = [...noticesOf(before, after), ...ofEvents]
    const since = later(this.#now(), this.#others ? -PAUSE_MS : 0)
    if (notices.length > 0) await tell(this.#db, notices, this.#now(), this.#present(since))
    if (after.phase === 5) await noteProjected(this.#db, after)
  }
}

async function write(
  db: Db,
  timelineId: string,
  { orders, added, begun, outcomes, numbers, times, closing }: ProjectionBatch,
  now: Instant,
): Promise<void> {
  await keepAdded(db, timelineId, added)
  if (begun) await returnUnused(db, timelineId, now)
  for (const order of orders) {
    await keepOrder(db, order)
    if (order.cancelled) await endContractOf(db, order, order.cancelled, now)
  }
  await keepOutcomes(db, outcomes)
  for (const { company, number } of numbers) await keepBiddingNumber(db, timelineId, company, number)
  if (times !== null) await keepTimes(db, timelineId, times)
  if (!closing) return
  await sendClosing(db, timelineId, now)
  await db.delete(schema.presence).where(eq(schema.presence.timelineId, timelineId))
}

/**
 * Keeps the orders of cancelled deals whose lots were sold again, and ends their contracts. Read from the log, since the
 * state has a lot's newest deal alone. `before`: up to where this was done; the cancellation may lie before it, the new
 * deal does not.
 */
async function keepSuperseded(db: Db, before: SessionState | null, state: SessionState, now: Instant): Promise<void> {
  const isNew = (lot: Lot): boolean => {
    const had = before?.lots.get(lot.lot)?.deal ?? null
    return lot.deal !== null && lot.deal.seq !== had?.seq && (before === null || had !== null || lot.passed.length > 0)
  }
  const resold = new Map(
    changedLots(before, state)
      .filter(isNew)
      .map((lot) => [lot.lot, lot]),
  )
  if (resold.size === 0) return
  const rows = await supersededOrders(db, state.scheduleTimelineId, state.seq, (id, number) => {
    const lot = resold.get(id)
    const buyer = state.bidders[number]?.company ?? null
    const seller = lot === undefined ? null : (state.sellers[lot.seller]?.company ?? null)
    if (!lot?.deal || buyer === null || seller === null) return null
    return { seq: lot.deal.seq, buyer, seller, currency: lot.currency }
  })
  for (const order of rows) await endContractOf(db, order, order.cancelled, now)
  await keepCancelledOrders(db, rows)
}

async function projectedSeq(db: Db, timelineId: string): Promise<number> {
  const { sessionHead } = schema
  const [head] = await db
    .select({ seq: sessionHead.projectedSeq })
    .from(sessionHead)
    .where(eq(sessionHead.timelineId, timelineId))
  return head?.seq ?? 0
}

/** Marks the session as done; before that every node that looks for work finds it. */
async function noteProjected(db: Db, { scheduleTimelineId, seq }: SessionState): Promise<void> {
  const { sessionHead } = schema
  await db
    .update(sessionHead)
    .set({ projectedSeq: seq })
    .where(and(eq(sessionHead.timelineId, scheduleTimelineId), lt(sessionHead.projectedSeq, seq)))
}
