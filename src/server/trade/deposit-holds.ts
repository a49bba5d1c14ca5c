import type * as z from 'zod'
import type { DepositHold } from '../../contract/deposit-hold.ts'
import { heldOf } from '../../domain/deposit.ts'
import { answerObjection, holdStage, objectionRefused, objectUntil } from '../../domain/deposit-hold.ts'
import { depositAnsweredTold } from '../../domain/notify/deposits.ts'
import type { Instant } from '../../domain/units.ts'
import { tell } from '../notify/tell.ts'
import { addObjection, answerStored, objectionsOf } from '../store/objections.ts'
import type { DepositObjection } from '../store/objections.ts'
import type { Db } from '../store/open.ts'
import { lockRegistration } from '../store/registrations.ts'
import { addEntry, entriesOf } from '../store/sessionDeposits.ts'
import type { SessionDeposit } from '../store/sessionDeposits.ts'

/** How a hold stands, with the company's objection and the answer to it. */
export function holdOf(
  entries: readonly SessionDeposit[],
  entry: SessionDeposit,
  objections: readonly DepositObjection[],
  now: Instant,
): z.output<typeof DepositHold> {
  const objection = objections.find((one) => one.hold === entry.seq)
  return {
    rule: entry.rule,
    stage: holdStage(entries, entry, objections, now),
    left: heldOf(entries, entry),
    until: objectUntil(entry.at),
    objection: objection
      ? {
          text: objection.text,
          at: objection.at,
          answer:
            objection.answer === null
              ? null
              : { answer: objection.answer, reason: objection.answerReason, at: objection.answeredAt ?? objection.at },
        }
      : null,
  }
}

interface Objecting {
  readonly timelineId: string
  readonly companyId: string
  readonly hold: number
  readonly text: string
  readonly accountId: string
  readonly at: Instant
}

/** Files the company's objection; the refusal, or `null`. No one keeps the hold meanwhile. */
export const fileObjection = (db: Db, asked: Objecting) =>
  db.transaction(async (tx) => {
    const { timelineId, companyId, hold, at: now } = asked
    if ((await lockRegistration(tx, timelineId, companyId)) === null) return { reason: 'deposit.no_hold' } as const
    const entries = await entriesOf(tx, timelineId, companyId)
    const objections = await objectionsOf(tx, timelineId, companyId)
    const refused = objectionRefused(entries, hold, { objections, now })
    if (refused !== null) return refused
    return (await addObjection(tx, asked)) ? null : ({ reason: 'deposit.objected' } as const)
  })

interface Answering {
  readonly timelineId: string
  readonly companyId: string
  /** The newest entry that the operator saw. */ readonly after: number
  readonly hold: number
  readonly answer: 'upheld' | 'rejected'
  readonly reason: string
  readonly accountId: string
  readonly at: Instant
}

/** Answers an objection and tells its company. Upheld, the hold is lifted by a correction. */
export const answerFiled = (db: Db, asked: Answering) =>
  db.transaction(async (tx): Promise<'done' | 'changed' | 'missing' | 'deposit.answered'> => {
    const { timelineId, companyId, hold, answer, reason, accountId, at } = asked
    await lockRegistration(tx, timelineId, companyId)
    const entries = await entriesOf(tx, timelineId, companyId)
    const objection = (await objectionsOf(tx, timelineId, companyId)).find((one) => one.hold === hold)
    const entry = entries.find(({ seq }) => seq === hold)
    if (objection === undefined || entry === undefined) return 'missing'
    if ((entries.at(-1)?.seq ?? 0) !== asked.after) return 'changed'
    const done = answerObjection(entries, objection, answer)
    if (done.reason !== null) return done.reason
    const amounts = [{ currency: entry.currency, amount: heldOf(entries, entry) }]
    if (done.releases !== null) {
      const { seq, kind, currency, amount, corrects } = done.releases
      const row = {
        timelineId,
        companyId,
        seq,
        kind,
        currency,
        amount,
        corrects,
        rule: null,
        hold: null,
        accountId,
        at,
      }
      const day = new Date(at + BEIJING_MS).toISOString().slice(0, 10)
      // A transaction that has lost the number is rolled back as a whole.
      if (!(await addEntry(tx, { ...row, day, reference: reason }))) return 'changed'
    }
    const answered = { answer, answerReason: reason, answeredBy: accountId, answeredAt: at }
    await answerStored(tx, { timelineId, companyId, hold }, answered)
    const told = { sale: timelineId, company: companyId, seq: hold, amounts, reason, answer }
    await tell(tx, [depositAnsweredTold(told)], at)
    return 'done'
  })
const BEIJING_MS = 8 * 3_600_000
