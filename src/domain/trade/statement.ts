import type { Currency, Minor } from '../units.ts'
import { minor } from '../units.ts'
import { lineKey } from './bank-line.ts'
import type { Direction } from './bank-line.ts'
import type { Day } from './money.ts'
import { referencesIn } from './own-reference.ts'

/** Entries of a bank's file. Rules: `TRADE.md`, Bl5 … Bl7. */

/** An amount in any currency, as the bank writes it. */
export interface StatedAmount {
  readonly currency: string
  readonly amount: Minor
}

/** An entry of a bank's file, or a detail of a batch. */
export interface StatementEntry extends StatedAmount {
  /** The own account, as written. */
  readonly own: string
  readonly direction: Direction
  readonly booked: boolean
  readonly reversal: boolean
  /** Booking day. */
  readonly day: Day
  /** The bank's number of the entry; `''`: none. */
  readonly number: string
  /** Place of the detail in a batch, from 1; `null`: the entry is one line. */
  readonly detail: number | null
  /** The details of the batch do not add up to the entry. */
  readonly unclear: boolean
  /** Remittance texts, structured references and other texts of the bank, in order. */
  readonly texts: readonly string[]
  readonly payer: string
  readonly payerAccount: string
  readonly charges: StatedAmount | null
  /** What the payer gave its bank to pay, if that differs. */
  readonly instructed: StatedAmount | null
}

/** Why an entry of a file is left out (Bl6). */
export const LEFT_OUT = ['pending', 'out', 'currency'] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/** Bl6: why the entry is neither a receipt nor takes one back; `null`: it is one of them. */
export function leftOut(
  { booked, direction, reversal, currency }: StatementEntry,
  traded: readonly string[],
): LeftOut | null {
  if (!booked) return 'pending'
  if (!reversal && direction === 'out') return 'out'
  return traded.includes(currency) ? null : 'currency'
}

/**
 * Bl5: what each entry is known by. An entry and its reversal may have one number at the bank, so the direction and the
 * mark of a reversal belong to it.
 */
export function identitiesOf(entries: readonly StatementEntry[]): readonly string[] {
  const places = new Map<string, number>()
  return entries.map((entry) => {
    const { own, direction, reversal, number, detail, currency, amount, day, texts, payer, payerAccount } = entry
    const kind = `${direction}${reversal ? ' reversal' : ''}`
    if (lineKey(number) !== '') return JSON.stringify([lineKey(own), kind, lineKey(number), detail])
    const said = [kind, currency, amount, day, lineKey(texts.join('')), lineKey(payer), lineKey(payerAccount), detail]
    const all = JSON.stringify([lineKey(own), '', ...said])
    const place = (places.get(all) ?? 0) + 1
    places.set(all, place)
    return JSON.stringify([lineKey(own), '', ...said, place])
  })
}

/** Bl5: the names under which a person may have recorded the entry, as `lineKey`s. */
export function namesOfEntry({ number, texts }: Pick<StatementEntry, 'number' | 'texts'>): readonly string[] {
  const all = [lineKey(number), ...referencesIn(texts), ...texts.map(lineKey), lineKey(texts.join(''))]
  return [...new Set(all)].filter((name) => name !== '')
}

/** The number of the entry as a line of its own has it: in a batch with the detail's place. `''`: the bank gave none. */
export const lineNumber = ({ number, detail }: Pick<StatementEntry, 'number' | 'detail'>): string =>
  lineKey(number) === '' || detail === null ? lineKey(number) : `${lineKey(number)}detail${detail}`

/** Why an entry waits for the operator (Bl6, Bl7). `refused`: recording it was refused. */
export const WAITING_REASONS = [
  'noReference',
  'several',
  'currency',
  'over',
  'payer',
  'ended',
  'batch',
  'reversal',
  'refused',
] as const
export type WaitingReason = (typeof WAITING_REASONS)[number]

/** A debt that an entry may pay: of a company's deposit for a sale, or a claim under a contract. */
export interface OpenDebt {
  /** What is open, by the currencies asked for. */
  readonly open: readonly { readonly currency: Currency; readonly amount: Minor }[]
  /** Names of the company that owes it. */
  readonly payers: readonly string[]
  /** The sale is over. */
  readonly ended: boolean
}

/** Bl7: an entry that is recorded by itself, with what stays open; or why it waits. */
export type Matched<D> =
  | { readonly debt: D; readonly short: Minor }
  | { readonly debt: D | null; readonly waits: WaitingReason }

/** Bl7. `debts`: those whose references the entry's texts carry. */
export function matchEntry<D extends OpenDebt>(
  entry: Pick<StatementEntry, 'currency' | 'amount' | 'payer' | 'unclear'>,
  debts: readonly D[],
): Matched<D> {
  const [debt] = debts
  if (debt === undefined) return { debt: null, waits: entry.unclear ? 'batch' : 'noReference' }
  if (entry.unclear) return { debt, waits: 'batch' }
  if (debts.length > 1) return { debt, waits: 'several' }
  const open = debt.open.find(({ currency }) => currency === entry.currency)
  if (open === undefined) return { debt, waits: 'currency' }
  if (debt.ended) return { debt, waits: 'ended' }
  if (entry.amount > open.amount) return { debt, waits: 'over' }
  if (!isPayer(entry.payer, debt.payers)) return { debt, waits: 'payer' }
  return { debt, short: minor(open.amount - entry.amount) }
}

/** Bl7: no payer is named, or one of these. */
export const isPayer = (payer: string, names: readonly string[]): boolean =>
  lineKey(payer) === '' || names.some((name) => lineKey(name) === lineKey(payer))

/** A recorded entry of a file that stands, in the order of the bank. */
export interface StandingEntry {
  readonly own: string
  readonly currency: string
  readonly amount: Minor
  readonly day: Day
  /** A text that is equal for entries of one debt. */
  readonly debt: string
}

/**
 * Bl6: the entry that a reversal takes back, of those before it, in order; `null`: there is none, or it cannot be told
 * which.
 */
export function reversedBy<E extends StandingEntry>(
  before: readonly E[],
  { own, currency, amount, day }: Pick<StatementEntry, 'own' | 'currency' | 'amount' | 'day'>,
): E | null {
  const alike = before.filter(
    (one) => lineKey(one.own) === lineKey(own) && one.currency === currency && one.amount === amount && one.day <= day,
  )
  const nearest = alike.reduce((newest, one) => (one.day > newest ? one.day : newest), '')
  const ofDay = alike.filter((one) => one.day === nearest)
  return new Set(ofDay.map(({ debt }) => debt)).size > 1 ? null : (ofDay.at(-1) ?? null)
}
