import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import * as z from 'zod'
import type { FormText } from '../../../../contract/people.ts'
import { DEPOSIT_KINDS, type DepositKind } from '../../../../domain/deposit.ts'
import { KEEP_RULES, type KeepRule } from '../../../../domain/deposit-hold.ts'
import { CURRENCIES, formatMinor, minor, type Currency } from '../../../../domain/units.ts'
import { ApiError, type RowOf, type SentBy } from '../../../../client/calls/index.ts'
import { resolved } from '../../../boot/deferred.ts'
import { isLineRefusal, LINE_MOST, lineBody, type LineKind, type TypedLine } from '../../../lib/form/bankLine.ts'
import { faultOf, moneyIn, type Figure } from '../../../lib/form/figure.ts'

/** An entry of a company's deposit for a session. */
export type DepositRow = RowOf<'depositList'>

export const KIND: Readonly<Record<DepositKind, MessageDescriptor>> = {
  received: msg({ context: 'deposit', message: 'Received' }),
  held: msg({ context: 'deposit', message: 'Held' }),
  released: msg({ context: 'deposit', message: 'Released' }),
  forfeited: msg({ context: 'deposit', message: 'Forfeited' }),
  correction: msg({ context: 'payment', message: 'Correction' }),
}

/** The cases of section 9 of the sale's rules in which a deposit may be kept. */
export const RULES: Readonly<Record<KeepRule, MessageDescriptor>> = {
  '9.1': msg`9.1 A won lot’s contract is not signed`,
  '9.2': msg`9.2 A contract is not paid or performed`,
  '9.3': msg`9.3 Collusion or deceit in bidding`,
}

/** An entry as typed. */
export interface TypedDeposit extends TypedLine {
  readonly kind: string
  /** Number of the entry that this one corrects. */
  readonly corrects: string
  readonly currency: string
  readonly amount: string
  readonly day: string
  readonly reference: string
  /** Of a hold, its rule. */
  readonly rule: string
  /** Number of the hold that is forfeited. */
  readonly hold: string
}

const says = (message: FormText) => ({ message })
export const currencyOf = ({ currency }: Pick<TypedDeposit, 'currency'>): Currency =>
  CURRENCIES.find((one) => one === currency) ?? 'CNY'
const kindOf = ({ kind }: Pick<TypedDeposit, 'kind'>): DepositKind =>
  DEPOSIT_KINDS.find((one) => one === kind) ?? 'received'
export const amountIn = (typed: Pick<TypedDeposit, 'currency'>): Figure => ({
  of: 'money',
  currency: currencyOf(typed),
})

const ruleOf = ({ rule }: Pick<TypedDeposit, 'rule'>): KeepRule | null => KEEP_RULES.find((one) => one === rule) ?? null

/** Validates an entry by field. Only a correction may say that nothing came. */
export const DEPOSIT_SCHEMA = z
  .object({
    kind: z.enum(DEPOSIT_KINDS),
    corrects: z.string(),
    currency: z.enum(CURRENCIES),
    amount: z.string(),
    day: z.iso.date(says('dayWrong')),
    reference: z.string().trim().min(1, says('required')).max(200, says('tooLong')),
    rule: z.string(),
    hold: z.string(),
    payerAccount: z.string().trim().max(LINE_MOST.payerAccount, says('tooLong')),
    bankEntry: z.string().trim().max(LINE_MOST.bankEntry, says('tooLong')),
    another: z.string().trim().max(LINE_MOST.another, says('tooLong')),
  })
  .check(
    z.superRefine(
      (typed: TypedDeposit, ctx) => {
        const isCorrection = typed.kind === 'correction'
        if (isCorrection && typed.corrects === '')
          ctx.addIssue({ code: 'custom', path: ['corrects'], ...says('chooseOne') })
        if (typed.kind === 'held' && ruleOf(typed) === null)
          ctx.addIssue({ code: 'custom', path: ['rule'], ...says('chooseOne') })
        if (typed.kind === 'forfeited' && typed.hold === '')
          ctx.addIssue({ code: 'custom', path: ['hold'], ...says('chooseOne') })
        const fault =
          faultOf(amountIn(typed), typed.amount) ??
          (moneyIn(typed.amount, null) === 0 && !isCorrection && says('positive'))
        if (fault) ctx.addIssue({ code: 'custom', path: ['amount'], ...fault })
      },
      { when: () => true },
    ),
  )
export const DEPOSIT_RULES = resolved(DEPOSIT_SCHEMA)

const LINE: Readonly<Record<DepositKind, LineKind>> = {
  received: 'in',
  released: 'out',
  correction: 'correction',
  held: null,
  forfeited: null,
}
/** What the entry is at the bank. */
export const lineKindOf = (typed: Pick<TypedDeposit, 'kind'>): LineKind => LINE[kindOf(typed)]

interface Sent {
  readonly scheduleTimelineId: string
  readonly companyId: string
  /** The newest entry that was seen. */
  readonly after: number
  /** The line was refused as recorded already. */
  readonly refused: boolean
}

/** The entry as the call takes it. */
export function depositBody(typed: TypedDeposit, { refused, ...of }: Sent): SentBy<'depositRecord'>['body'] {
  const [kind, currency] = [kindOf(typed), currencyOf(typed)]
  return {
    ...of,
    kind,
    currency,
    amount: formatMinor(moneyIn(typed.amount, currency) ?? minor(0)),
    day: typed.day,
    reference: typed.reference,
    corrects: kind === 'correction' ? Number(typed.corrects) : null,
    rule: kind === 'held' ? ruleOf(typed) : null,
    hold: kind === 'forfeited' ? Number(typed.hold) : null,
    ...lineBody(typed, lineKindOf(typed), refused),
  }
}

const AT: Readonly<Record<string, keyof TypedDeposit>> = {
  'payment.zero': 'amount',
  'payment.same': 'amount',
  'payment.future': 'day',
  'payment.no_entry': 'corrects',
  'deposit.too_little': 'amount',
  'deposit.hold_grows': 'amount',
  'deposit.hold_kept': 'amount',
  'deposit.rule_needed': 'rule',
  'deposit.no_rules': 'kind',
  'deposit.hold_needed': 'hold',
  'deposit.too_early': 'hold',
  'deposit.objection_open': 'hold',
  'deposit.no_currency': 'currency',
}

/** The field that a refusal is shown at. */
export const fieldOf = (error: unknown): keyof TypedDeposit | undefined =>
  isLineRefusal(error) ? 'reference' : error instanceof ApiError && error.reason ? AT[error.reason] : undefined
