import type { Currency, Minor } from '../units.ts'
import type { Day } from './money.ts'

/** Rules: `TRADE.md`, Bl1 … Bl4. */

export type Direction = 'in' | 'out'

/** A line of a bank statement, as far as the person who recorded it knew it. */
export interface BankLine {
  readonly direction: Direction
  readonly currency: Currency
  readonly amount: Minor
  /** Booking day. */
  readonly day: Day
  /** `lineKey` of the bank's reference. */
  readonly reference: string
  /** `lineKey` of the account at the other end: the payer's; of money that leaves, the payee. `''`: unknown. */
  readonly account: string
  /** `lineKey` of the bank's own number of the entry. `''`: unknown. */
  readonly entry: string
}

/** A line as it is recorded. `another`: why it is not the like line that stands; `''`: nothing was said. */
export interface LineRecorded extends BankLine {
  readonly another: string
}

/** Bl1: a reference, account or entry number as it is compared: NFKC, case, spaces, punctuation and unseen characters off. */
export const lineKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\p{P}\p{S}\p{Z}\p{C}\p{M}]/gu, '')

/** Lines that may be one: what `bank_line` is numbered within. */
export const isAlike = (a: BankLine, b: BankLine): boolean =>
  a.direction === b.direction &&
  a.currency === b.currency &&
  a.amount === b.amount &&
  a.day === b.day &&
  a.reference === b.reference

const differ = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b

/**
 * Bl2, Bl3: the line that `next` is recorded anew of; `null`: a line of its own. Of lines alike, those are two whose
 * accounts or entry numbers are both known and differ, or whose recorder says why; never those of one entry number.
 */
export function sameLine<L extends BankLine>(standing: readonly L[], next: LineRecorded): L | null {
  return (
    standing.find((line) => {
      if (!isAlike(line, next)) return false
      if (line.entry !== '' && line.entry === next.entry) return true
      return next.another === '' && !differ(line.entry, next.entry) && !differ(line.account, next.account)
    }) ?? null
  )
}
