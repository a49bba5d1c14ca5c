import { useState } from 'react'
import { ApiError } from '../../../client/calls/index.ts'
import { moneyIn } from './figure.ts'

/** What tells lines of a bank statement apart, as typed. Rules: `domain/trade/TRADE.md`, Bl1 … Bl4. */
export interface TypedLine {
  readonly payerAccount: string
  readonly bankEntry: string
  /** Why this is another line than the like one that is recorded. */
  readonly another: string
}

export const EMPTY_LINE: TypedLine = { payerAccount: '', bankEntry: '', another: '' }

/** Lengths that the contract takes. */
export const LINE_MOST: Readonly<Record<keyof TypedLine, number>> = { payerAccount: 60, bankEntry: 80, another: 200 }

/** What an entry is at the bank: money that came in, money that left, a correction of either; null: no line. */
export type LineKind = 'in' | 'out' | 'correction' | null

/**
 * The fields as the calls take them. A reason is sent only after the refusal of this very line: one given for another
 * line would let a line that is recorded already count again.
 */
export const lineBody = (typed: TypedLine, kind: LineKind, refused: boolean): TypedLine => ({
  payerAccount: kind === 'in' ? typed.payerAccount.trim() : '',
  bankEntry: kind === 'in' || kind === 'out' || (kind === 'correction' && refused) ? typed.bankEntry.trim() : '',
  another: kind !== null && refused ? typed.another.trim() : '',
})

/** The line is recorded already (Bl2). */
export const isLineRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.reason === 'line.in_deposit' || error.reason === 'line.in_contract')

/** The fields of an entry that make its line. */
interface LineOfEntry {
  readonly kind: string
  readonly corrects: string
  readonly currency: string
  readonly amount: string
  readonly day: string
  readonly reference: string
}

/** A text that is equal for two entries of the same bank line, however the amount is written. */
export const lineKeyOf = ({ kind, corrects, currency, amount, day, reference }: LineOfEntry): string =>
  JSON.stringify([kind, corrects, currency, moneyIn(amount, null) ?? amount, day, reference.trim()])

interface RefusedLine {
  /** The line as typed now is the one refused last. */
  readonly is: (typed: LineOfEntry) => boolean
  readonly note: (typed: LineOfEntry) => void
}

/** The line that the server refused as recorded already. */
export function useRefusedLine(): RefusedLine {
  const [refused, setRefused] = useState<string | null>(null)
  return { is: (typed) => refused === lineKeyOf(typed), note: (typed) => setRefused(lineKeyOf(typed)) }
}
