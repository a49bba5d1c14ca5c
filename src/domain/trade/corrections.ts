import type { Minor } from '../units.ts'

/** An entry of money that is only added to, numbered in order. */
export interface Corrected {
  readonly seq: number
  readonly kind: string
  readonly amount: Minor
  /** Number of the entry that a correction corrects; `null`: not a correction. */
  readonly corrects: number | null
}

/** Mo4: an entry's amount after its corrections. */
export const amountNow = (entries: readonly Corrected[], { seq, amount }: Pick<Corrected, 'seq' | 'amount'>): Minor =>
  entries.findLast(({ kind, corrects }) => kind === 'correction' && corrects === seq)?.amount ?? amount
