import type { ToldApart } from '../../contract/bank-line.ts'
import type { DepositKind } from '../../domain/deposit.ts'
import { objectUntil } from '../../domain/deposit-hold.ts'
import { depositHeldTold, depositKeptTold } from '../../domain/notify/deposits.ts'
import type { Notice } from '../../domain/notify/notice.ts'
import { lineKey, type Direction, type LineRecorded } from '../../domain/trade/bank-line.ts'
import { tell } from '../notify/tell.ts'
import { lineRecorded, payee, recordLine, saidOf, takeBackLine, withLine } from '../store/bank-lines.ts'
import type { BankLineRow, LineStands } from '../store/bank-lines.ts'
import type { Db } from '../store/open.ts'
import { objectionsOf } from '../store/objections.ts'
import { lockRegistration } from '../store/registrations.ts'
import { addEntry, entriesOf } from '../store/sessionDeposits.ts'
import type { SessionDeposit } from '../store/sessionDeposits.ts'

/** What is held, forfeited or corrected is no line of its own. */
const DIRECTIONS: Readonly<Partial<Record<DepositKind, Direction>>> = { received: 'in', released: 'out' }

/** What tells the line apart, with the names that a bank's file gives it (Bl5). */
export interface LineApart extends ToldApart {
  readonly names?: readonly string[]
}

const lineOf = (
  row: SessionDeposit,
  { payerAccount, bankEntry, another, names = [] }: LineApart,
): LineRecorded | null => {
  const direction = DIRECTIONS[row.kind]
  if (direction === undefined) return null
  const { currency, amount, day } = row
  const account = direction === 'out' ? payee(row.companyId) : lineKey(payerAccount)
  return {
    direction,
    currency,
    amount,
    day,
    reference: lineKey(row.reference),
    account,
    entry: lineKey(bankEntry),
    another,
    names,
  }
}

/** Bl2: the standing line that the entry is recorded anew of, asked before anything follows from it. */
export async function depositLine(db: Db, row: SessionDeposit, apart: LineApart): Promise<BankLineRow | null> {
  const line = lineOf(row, apart)
  return line && lineRecorded(db, line)
}

/**
 * Adds an entry with its line of the bank, and tells its company of a hold and of what is kept. `changed`: a concurrent
 * entry has its number, or the company has just objected.
 */
export const recordDeposit = (
  db: Db,
  row: SessionDeposit,
  apart: LineApart,
): Promise<'done' | 'changed' | LineStands> =>
  withLine(db, async (tx) => {
    if (row.kind === 'forfeited') {
      await lockRegistration(tx, row.timelineId, row.companyId)
      const objections = await objectionsOf(tx, row.timelineId, row.companyId)
      if (objections.some(({ hold, answer }) => hold === row.hold && answer === null)) return 'changed'
    }
    if (!(await addEntry(tx, row))) return 'changed'
    const { timelineId, companyId, corrects, amount, accountId: recordedBy, at } = row
    const of = { timelineId, companyId, seq: corrects ?? row.seq }
    const taken = corrects === null ? null : await takeBackLine(tx, of, at)
    const line = taken === null ? lineOf(row, apart) : { ...taken, amount, ...saidOf(apart, taken) }
    if (line !== null && line.amount > 0) await recordLine(tx, { of, line, recordedBy, at })
    const notice = await keepTold(tx, row)
    if (notice !== null) await tell(tx, [notice], at)
    return 'done'
  })

/** The notice of a hold, or of what is kept out of one. */
async function keepTold(tx: Pick<Db, 'select'>, row: SessionDeposit): Promise<Notice | null> {
  const { timelineId: sale, companyId: company, seq, kind, rule, hold, currency, amount, reference: reason, at } = row
  const of = { sale, company, seq, amounts: [{ currency, amount }], reason }
  if (kind === 'held' && rule !== null) return depositHeldTold({ ...of, rule, at: objectUntil(at) })
  if (kind !== 'forfeited') return null
  const held = (await entriesOf(tx, sale, company)).find((one) => one.seq === hold)
  return held?.rule ? depositKeptTold({ ...of, rule: held.rule, at }) : null
}
