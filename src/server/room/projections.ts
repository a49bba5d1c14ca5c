import { and, arrayContains, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import type { SessionState } from '../../domain/state.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { noticesOf } from '../../domain/notify/told.ts'
import type { AccountId } from '../../domain/lot.ts'
import { tell } from '../notify/tell.ts'
import type { Db } from '../store/open.ts'
import { keepOutcomes } from '../store/lots.ts'
import { keepOrder } from '../store/orders.ts'
import { putMails } from '../store/outbox.ts'
import { keepBiddingNumber } from '../store/registrations.ts'
import { keepTimes } from '../store/schedules.ts'
import * as schema from '../store/schema.ts'
import { endContractOf } from '../trade/contracts.ts'
import { closingMail } from './closing-mail.ts'
import type { Position } from './position.ts'
import { isEmpty, projectionsOf } from './projection-batch.ts'
import type { ProjectionBatch } from './projection-batch.ts'

/** Rows per statement, below the limit on parameters. */
const ROWS = 500
/**
 * Longer than the pause after which another node's entries are written up here: who was in the room when they came
 * counts as present still.
 */
const PAUSE_MS = 10_000

/**
 * Writes a session's projections after the events are durable. The node that appended them writes at once. The others
 * do so a few seconds later, in case it died before: every write is idempotent, on this node or another, so it is also
 * repeated whenever a room is loaded, and after a failure.
 */
export class Projections {
  readonly #db: Db
  readonly #now: () => Instant
  readonly #present: (since: Instant) => ReadonlySet<AccountId>
  readonly #onError: (error: unknown) => void
  /** State up to which all projections are written. */
  #done: SessionState | null = null
  #due: Position | null = null
  /** Whether what is due was all appended by other nodes. */
  #others = true
  #working: Promise<void> | null = null

  /** `present`: accounts that are in the room, or were seen there since, on any node. */
  constructor(
    db: Db,
    now: () => Instant,
    present: (since: Instant) => ReadonlySet<AccountId>,
    onError: (error: unknown) => void,
  ) {
    this.#db = db
    this.#now = now
    this.#present = present
    this.#onError = onError
  }

  /** Whether all known work is done. */
  get settled(): boolean {
    return this.#due === null && this.#working === null
  }

  /** Call when this node has brought the log to this position, or has loaded it. */
  reached(position: Position): void {
    this.#due = position
    this.#others = false
    this.again()
  }

  /** Call when another node has brought the log to this position; `again` writes it. */
  followed(position: Position): void {
    this.#due = position
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
      const projection = projectionsOf(this.#done, due)
      if (!isEmpty(projection)) await write(this.#db, due.state.scheduleTimelineId, projection, this.#now())
      const notices = noticesOf(this.#done, due.state)
      const since = later(this.#now(), this.#others ? -PAUSE_MS : 0)
      if (notices.length > 0) await tell(this.#db, notices, this.#now(), this.#present(since))
      if (due.state.phase === 5) await noteProjected(this.#db, due.state)
      this.#done = due.state
      if (this.#due !== due) continue
      this.#due = null
      this.#others = true
    }
  }
}

async function write(
  db: Db,
  timelineId: string,
  { orders, outcomes, numbers, times, closing }: ProjectionBatch,
  now: Instant,
): Promise<void> {
  for (const order of orders) {
    await keepOrder(db, order)
    if (order.cancelled) await endContractOf(db, order.lotId, order.cancelled, now)
  }
  await keepOutcomes(db, outcomes)
  for (const { company, number } of numbers) await keepBiddingNumber(db, timelineId, company, number)
  if (times !== null) await keepTimes(db, timelineId, times)
  if (closing === null) return
  await sendClosing(db, timelineId, closing, now)
  await db.delete(schema.presence).where(eq(schema.presence.timelineId, timelineId))
}

/** Marks the session as done; before that every node that looks for work finds it. */
async function noteProjected(db: Db, { scheduleTimelineId, seq }: SessionState): Promise<void> {
  const { sessionHead } = schema
  await db
    .update(sessionHead)
    .set({ projectedSeq: seq })
    .where(and(eq(sessionHead.timelineId, scheduleTimelineId), lt(sessionHead.projectedSeq, seq)))
}

/**
 * Mails the closing hash to all participants, so that no party, the operator included, can rewrite the sale. One mail
 * each, by its id.
 */
async function sendClosing(
  db: Db,
  timelineId: string,
  { seq, hash }: NonNullable<ProjectionBatch['closing']>,
  now: Instant,
): Promise<void> {
  const [sale] = await db
    .select({ zh: schema.schedule.nameZh, en: schema.schedule.nameEn })
    .from(schema.timeline)
    .innerJoin(schema.schedule, eq(schema.schedule.id, schema.timeline.scheduleId))
    .where(eq(schema.timeline.id, timelineId))
  if (sale === undefined) return
  const mail = closingMail({ session: timelineId, names: sale, seq, hash })
  const mails = (await tookPart(db, timelineId)).map(({ id, email }) => ({
    id: `closing:${timelineId}:${id}`,
    recipient: email,
    ...mail,
  }))
  for (let i = 0; i < mails.length; i += ROWS) await putMails(db, mails.slice(i, i + ROWS), now)
}

/** People with a mail address who took part: those who signed a company up, gave a command or sell, and the host. */
async function tookPart(
  db: Db,
  timelineId: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  const { account, registration, verdict, lot, timeline } = schema
  const signedUp = db
    .select({ id: registration.accountId })
    .from(registration)
    .where(and(eq(registration.timelineId, timelineId), isNotNull(registration.biddingNumber)))
  const commanded = db.select({ id: verdict.accountId }).from(verdict).where(eq(verdict.timelineId, timelineId))
  const sellers = db.select({ id: lot.sellerCompanyId }).from(lot).where(eq(lot.timelineId, timelineId))
  const hosts = db.select({ id: timeline.hostAccountId }).from(timeline).where(eq(timeline.id, timelineId))
  const part = or(
    inArray(account.id, signedUp),
    inArray(account.id, commanded),
    inArray(account.id, hosts),
    and(inArray(account.companyId, sellers), arrayContains(account.roles, ['seller'])),
  )
  const rows = await db
    .select({ id: account.id, email: account.email })
    .from(account)
    .where(and(isNotNull(account.email), part))
  return rows.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]))
}
