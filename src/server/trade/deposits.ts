import type { ToldApart } from '../../contract/bank-line.ts'
import type { DepositKind } from '../../domain/deposit.ts'
import { lineKey, type Direction, type LineRecorded } from '../../domain/trade/bank-line.ts'
import { lineRecorded, payee, recordLine, saidOf, takeBackLine, withLine } from '../store/bank-lines.ts'
import type { BankLineRow, LineStands } from '../store/bank-lines.ts'
import type { Db } from '../store/open.ts'
import { addEntry } from '../store/sessionDeposits.ts'
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

/** Adds an entry with its line of the bank. `changed`: a concurrent entry has its number. */
export const recordDeposit = (
  db: Db,
  row: SessionDeposit,
  apart: LineApart,
): Promise<'done' | 'changed' | LineStands> =>
  withLine(db, async (tx) => {
    if (!(await addEntry(tx, row))) return 'changed'
    const { timelineId, companyId, corrects, amount, accountId: recordedBy, at } = row
    const of = { timelineId, companyId, seq: corrects ?? row.seq }
    const taken = corrects === null ? null : await takeBackLine(tx, of, at)
    const line = taken === null ? lineOf(row, apart) : { ...taken, amount, ...saidOf(apart, taken) }
    if (line !== null && line.amount > 0) await recordLine(tx, { of, line, recordedBy, at })
    return 'done'
  })
