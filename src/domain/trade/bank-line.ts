import type { Currency, Minor } from '../units.ts'
import type { Day } from './money.ts'

/** Rules: `TRADE.md`, Bl1 … Bl4, and the names of Bl5. */

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
  /** Bl5: `lineKey`s under which a line of a bank's file is also known. */
  readonly names?: readonly string[]
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
    .replaceAll(/[\p{P}\p{S}\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')

const namesOf = ({ reference, names = [] }: BankLine): readonly string[] => [reference, ...names]

/** One number of the bank, also where it stands among the names: a detail of a batch is known by the number of the batch. */
const isOneEntry = (a: BankLine, b: BankLine): boolean =>
  a.entry !== '' &&
  b.entry !== '' &&
  (a.entry === b.entry || namesOf(a).includes(b.entry) || namesOf(b).includes(a.entry))

/** Lines that may be one: equal but for their spelling, or known under one name, or of one entry number. */
export const isAlike = (a: BankLine, b: BankLine): boolean =>
  a.direction === b.direction &&
  a.currency === b.currency &&
  a.amount === b.amount &&
  a.day === b.day &&
  (isOneEntry(a, b) || namesOf(a).some((name) => namesOf(b).includes(name)))

const differ = (a: string, b: string): boolean => a !== '' && b !== '' && a !== b

/**
 * Bl2, Bl3: the line that `next` is recorded anew of; `null`: a line of its own. Of lines alike, those are two whose
 * accounts or entry numbers are both known and differ, or whose recorder says why; never those of one entry number.
 */
export function sameLine<L extends BankLine>(standing: readonly L[], next: LineRecorded): L | null {
  return (
    standing.find((line) => {
      if (!isAlike(line, next)) return false
      if (isOneEntry(line, next)) return true
      return next.another === '' && !differ(line.entry, next.entry) && !differ(line.account, next.account)
    }) ?? null
  )
}
