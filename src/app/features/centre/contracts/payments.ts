import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { CLAIMS, ENTRY_KINDS, type ClaimKind, type EntryKind } from '../../../../domain/trade/money.ts'
import { formatMinor, type Currency } from '../../../../domain/units.ts'
import { ApiError, type SentBy } from '../../../../client/calls/index.ts'
import { resolved } from '../../../boot/deferred.ts'
import { faultOf, moneyIn, type Figure } from '../../../lib/form/figure.ts'

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
export interface TypedEntry {
  readonly claim: string
  readonly kind: string
  /** Number of the entry that this one corrects. */
  readonly corrects: string
  readonly amount: string
  readonly day: string
  readonly reference: string
  readonly over: boolean
}

const says = (text: FormText): FormText => text

/** The figure of an entry's amount. */
export const amountIn = (currency: Currency): Figure => ({ of: 'money', currency })

/** Validates an entry by field: money that moved needs a reference. */
export const entrySchema = (currency: Currency) =>
  z
    .object({
      claim: z.enum(CLAIMS),
      kind: z.enum(ENTRY_KINDS),
      corrects: z.string(),
      amount: z.string().superRefine((typed, ctx) => {
        const fault = faultOf(amountIn(currency), typed)
        if (fault) ctx.addIssue({ code: 'custom', ...fault })
      }),
      day: z.iso.date(says('dayWrong')),
      reference: z.string().trim().max(80, says('tooLong')),
      over: z.boolean(),
    })
    // Reported together with the other errors.
    .refine(({ kind, corrects }) => kind !== 'correction' || corrects !== '', {
      path: ['corrects'],
      message: says('chooseOne'),
      when: () => true,
    })
    .refine(({ kind, reference }) => kind === 'correction' || reference.trim() !== '', {
      path: ['reference'],
      message: says('required'),
      when: () => true,
    })
export const RULES = {
  CNY: resolved(entrySchema('CNY')),
  USD: resolved(entrySchema('USD')),
  EUR: resolved(entrySchema('EUR')),
} as const satisfies Readonly<Record<Currency, unknown>>

/** The entry as the call takes it. */
export function entryBody(contractId: string, currency: Currency, typed: TypedEntry): SentBy<'paymentRecord'>['body'] {
  const { claim, kind } = entrySchema(currency).parse(typed)
  const amount = moneyIn(typed.amount, currency)
  if (amount === null) throw new RangeError('the form was not checked')
  return {
    contractId,
    claim,
    kind,
    amount: formatMinor(amount),
    day: typed.day,
    reference: typed.reference.trim(),
    corrects: kind === 'correction' ? Number(typed.corrects) : null,
    over: typed.over,
  }
}

const AT: Readonly<Record<string, keyof TypedEntry>> = {
  'payment.zero': 'amount',
  'payment.over': 'amount',
  'payment.returned_more': 'amount',
  'payment.same': 'amount',
  'payment.future': 'day',
  'payment.no_entry': 'corrects',
  'payment.no_claim': 'claim',
  'payment.released': 'claim',
}

/** The field that a refusal is shown at. */
export const fieldOf = (error: unknown): keyof TypedEntry | undefined =>
  error instanceof ApiError && error.reason ? AT[error.reason] : undefined
