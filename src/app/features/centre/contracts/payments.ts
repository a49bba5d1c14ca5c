import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { CLAIMS, ENTRY_KINDS, type ClaimKind, type EntryKind } from '../../../../domain/trade/money.ts'
import { converted, formatRate } from '../../../../domain/trade/rate.ts'
import { CURRENCIES, formatMinor, type Currency, type Minor } from '../../../../domain/units.ts'
import { ApiError, type SentBy } from '../../../../client/calls/index.ts'
import { resolved } from '../../../boot/deferred.ts'
import { isLineRefusal, LINE_MOST, lineBody, type LineKind, type TypedLine } from '../../../lib/form/bankLine.ts'
import { faultOf, moneyIn, rateIn, type Figure, type Figures } from '../../../lib/form/figure.ts'
import type { PaymentsInfo } from './queries.ts'

/** Names of claims and of the kinds of their entries. */
export const CLAIM: Readonly<Record<ClaimKind, MessageDescriptor>> = {
  deposit: msg({ context: 'payment', message: 'Deposit' }),
  balance: msg({ context: 'payment', message: 'Balance' }),
  commission: msg({ context: 'payment', message: 'Commission' }),
}
export const ENTRY: Readonly<Record<EntryKind, MessageDescriptor>> = {
  received: msg({ context: 'payment', message: 'Received' }),
  returned: msg({ context: 'payment', message: 'Returned' }),
  correction: msg({ context: 'payment', message: 'Correction' }),
}

/** An entry as typed. */
export interface TypedEntry extends TypedLine {
  readonly claim: string
  readonly kind: string
  /** Number of the entry that this one corrects. */
  readonly corrects: string
  /** What was paid in; a draft without one is in the contract's. */
  readonly currency: string
  /** In the currency that was paid. */
  readonly amount: string
  /** Units of the contract's currency for one paid. */
  readonly rate: string
  readonly day: string
  readonly reference: string
  readonly over: boolean
}

const says = (text: FormText): FormText => text

/** The currency that was paid, of a contract in `currency`. */
export const paidIn = (typed: Pick<TypedEntry, 'currency'>, currency: Currency): Currency =>
  CURRENCIES.find((one) => one === typed.currency) ?? currency

const RATE: Figure = { of: 'rate' }

/** The figures of an entry under a contract in `currency`. */
export const figuresOf =
  (currency: Currency) =>
  (typed: TypedEntry): Figures & { readonly amount: Figure } => {
    const paid = paidIn(typed, currency)
    return { amount: { of: 'money', currency: paid }, ...(paid !== currency && { rate: RATE }) }
  }

/** Mo11: what an amount in another currency counts as; null: not known yet, or too much. */
export function countsAs({ amount, rate, ...typed }: TypedEntry, currency: Currency): Minor | null {
  const [paid, at] = [moneyIn(amount, paidIn(typed, currency)), rateIn(rate)]
  return paid === null || at === null ? null : converted(paid, at)
}

/** Validates an entry by field: money that moved needs a reference, another currency its rate. */
export const entrySchema = (currency: Currency) =>
  z
    .object({
      claim: z.enum(CLAIMS),
      kind: z.enum(ENTRY_KINDS),
      corrects: z.string(),
      currency: z.string(),
      amount: z.string(),
      rate: z.string(),
      day: z.iso.date(says('dayWrong')),
      reference: z.string().trim().max(80, says('tooLong')),
      payerAccount: z.string().trim().max(LINE_MOST.payerAccount, says('tooLong')),
      bankEntry: z.string().trim().max(LINE_MOST.bankEntry, says('tooLong')),
      another: z.string().trim().max(LINE_MOST.another, says('tooLong')),
      over: z.boolean(),
    })
    // Reported together with the other errors.
    .check(
      z.superRefine(
        (typed: TypedEntry, ctx) => {
          for (const fault of entryFaults(typed, currency)) ctx.addIssue({ code: 'custom', ...fault })
        },
        { when: () => true },
      ),
    )

interface EntryFault {
  readonly path: [keyof TypedEntry]
  readonly message: FormText
  readonly params?: Readonly<Record<string, string>>
}

function entryFaults(typed: TypedEntry, currency: Currency): EntryFault[] {
  const faults: EntryFault[] = []
  const { kind, corrects, reference } = typed
  if (kind === 'correction' && corrects === '') faults.push({ path: ['corrects'], message: 'chooseOne' })
  const { amount, rate } = figuresOf(currency)(typed)
  const amountFault = faultOf(amount, typed.amount)
  if (amountFault) faults.push({ path: ['amount'], ...amountFault })
  if (rate) {
    const rateFault = faultOf(rate, typed.rate) ?? (rateIn(typed.rate) === null ? { message: says('positive') } : null)
    if (rateFault) faults.push({ path: ['rate'], ...rateFault })
    else if (!amountFault && countsAs(typed, currency) === null)
      faults.push({ path: ['amount'], message: 'figureLarge' })
  }
  if (kind !== 'correction' && reference.trim() === '') faults.push({ path: ['reference'], message: 'required' })
  return faults
}

export const RULES = {
  CNY: resolved(entrySchema('CNY')),
  USD: resolved(entrySchema('USD')),
  EUR: resolved(entrySchema('EUR')),
} as const satisfies Readonly<Record<Currency, unknown>>

/** What the entry is at the bank. */
export const lineKindOf = ({ kind }: Pick<TypedEntry, 'kind'>): LineKind =>
  kind === 'returned' ? 'out' : kind === 'correction' ? 'correction' : 'in'

/** The entry as the call takes it. `refused`: its line was refused as recorded already. */
export function entryBody(
  contractId: string,
  currency: Currency,
  typed: TypedEntry,
  refused = false,
): SentBy<'paymentRecord'>['body'] {
  const { claim, kind } = entrySchema(currency).parse(typed)
  const paid = paidIn(typed, currency)
  const [amount, rate] = [moneyIn(typed.amount, paid), paid === currency ? null : rateIn(typed.rate)]
  if (amount === null) throw new RangeError('the form was not checked')
  return {
    contractId,
    claim,
    kind,
    amount: formatMinor(amount),
    currency: paid === currency ? null : paid,
    rate: rate === null ? null : formatRate(rate),
    day: typed.day,
    reference: typed.reference.trim(),
    corrects: kind === 'correction' ? Number(typed.corrects) : null,
    over: typed.over,
    ...lineBody(typed, lineKindOf(typed), refused),
  }
}

/** What the bank shows of an entry in another currency than the contract's. */
export type PaidInfo = NonNullable<PaymentsInfo['entries'][number]['paid']>

/** What an entry or its last correction says was paid in another currency; null: the contract's. */
export const paidNow = (entries: PaymentsInfo['entries'], seq: number): PaidInfo | null =>
  (entries.findLast((one) => one.corrects === seq) ?? entries.find((one) => one.seq === seq))?.paid ?? null

/** A correction starts with the currency and rate of its entry. */
export function correctionOf(
  { entries, currency }: Pick<PaymentsInfo, 'entries' | 'currency'>,
  corrects: string,
): Pick<TypedEntry, 'corrects' | 'currency' | 'rate'> {
  const paid = paidNow(entries, Number(corrects))
  return { corrects, currency: paid?.currency ?? currency, rate: paid?.rate ?? '' }
}

const AT: Readonly<Record<string, keyof TypedEntry>> = {
  'payment.zero': 'amount',
  'payment.over': 'amount',
  'payment.returned_more': 'amount',
  'payment.same': 'amount',
  'payment.future': 'day',
  'payment.rate': 'rate',
  'payment.no_entry': 'corrects',
  'payment.no_claim': 'claim',
  'payment.released': 'claim',
}

/** The field that a refusal is shown at. */
export const fieldOf = (error: unknown): keyof TypedEntry | undefined =>
  isLineRefusal(error) ? 'reference' : error instanceof ApiError && error.reason ? AT[error.reason] : undefined
