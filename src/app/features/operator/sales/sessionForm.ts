import * as z from 'zod'
import { SessionContent } from '../../../../contract/calls/preparation.ts'
import type { FormText } from '../../../../contract/people.ts'
import type { AnswerOf, SentBy } from '../../../../client/calls/index.ts'
import { DEFAULT_RULE } from '../../../../domain/rule.ts'
import { formatMinor, parseMinor, type Currency } from '../../../../domain/units.ts'
import { faultOf, moneyIn, settledText, wholeIn, type Figure, type Figures } from '../../../lib/form/figure.ts'
import { readMoment, typedMoment } from './moments.ts'

export type SessionInfo = AnswerOf<'sessionEditInfo'>
export type Content = SentBy<'sessionSave'>['body']['content']

export const NUMBERS = [
  'biddingSeconds',
  'extensionSeconds',
  'hardEndSeconds',
  'negotiationMinutes',
  'staggerSeconds',
  'adjustPercent',
  'autoFinishMinutes',
  'confirmMinutes',
  'depositFactor',
  'depositHours',
] as const
type NumberKey = (typeof NUMBERS)[number]
export const DEPOSITS = ['depositCNY', 'depositUSD', 'depositEUR'] as const
const CURRENCY = { depositCNY: 'CNY', depositUSD: 'USD', depositEUR: 'EUR' } as const

/** A session as typed: moments by the clock of Beijing, numbers as text; an empty number means none. */
export type TypedSession = { readonly [K in NumberKey | (typeof DEPOSITS)[number]]: string } & {
  readonly startTime: string
  readonly signUpDeadline: string
  readonly hostAccountId: string
  readonly admission: string
  readonly autoHold: string
  readonly reservePolicy: string
}

const MOST = 1_000_000
/** The figures of the form. */
export const SESSION_FIGURES: Figures = {
  ...(Object.fromEntries(NUMBERS.map((key) => [key, { of: 'whole', most: MOST }])) as Record<NumberKey, Figure>),
  ...(Object.fromEntries(DEPOSITS.map((key) => [key, { of: 'money', currency: CURRENCY[key] }])) as Record<
    (typeof DEPOSITS)[number],
    Figure
  >),
}

const number = (value: number | null): string =>
  value === null ? '' : settledText({ of: 'whole', most: MOST }, String(value))

export function typedSession({ rule, deposits, ...content }: SessionInfo['content']): TypedSession {
  const deposit = (currency: Currency) =>
    settledText({ of: 'money', currency }, deposits.find((one) => one.currency === currency)?.amount ?? '')
  return {
    startTime: typedMoment(content.startTime),
    signUpDeadline: typedMoment(content.signUpDeadline),
    hostAccountId: content.hostAccountId ?? '',
    reservePolicy: content.reservePolicy,
    depositFactor: number(content.depositFactor),
    depositHours: number(content.depositHours ?? 0),
    depositCNY: deposit('CNY'),
    depositUSD: deposit('USD'),
    depositEUR: deposit('EUR'),
    admission: rule.admission,
    autoHold: rule.autoHold ? 'yes' : 'no',
    biddingSeconds: number(rule.biddingSeconds),
    extensionSeconds: number(rule.extensionSeconds),
    hardEndSeconds: number(rule.hardEndSeconds),
    negotiationMinutes: number(rule.negotiationMinutes),
    staggerSeconds: number(rule.staggerSeconds),
    adjustPercent: number(rule.adjustPercent),
    autoFinishMinutes: number(rule.autoFinishMinutes),
    confirmMinutes: number(rule.confirmMinutes),
  }
}

/** Text that is no number becomes NaN, which the contract's schema refuses. */
const whole = (typed: string): number => wholeIn(typed, MOST) ?? Number.NaN
const orNone = (typed: string): number | null => (typed.trim() === '' ? null : whole(typed))

export function meantSession(form: TypedSession): Content {
  return {
    startTime: readMoment(form.startTime) ?? '',
    signUpDeadline: readMoment(form.signUpDeadline) ?? '',
    hostAccountId: form.hostAccountId === '' ? null : form.hostAccountId,
    reservePolicy: form.reservePolicy === 'required' ? 'required' : form.reservePolicy === 'none' ? 'none' : 'allowed',
    depositFactor: whole(form.depositFactor),
    depositHours: whole(form.depositHours),
    deposits: DEPOSITS.flatMap((key) => {
      if (form[key].trim() === '') return []
      const amount = moneyIn(form[key], CURRENCY[key])
      return [{ currency: CURRENCY[key], amount: amount === null ? form[key] : formatMinor(amount) }]
    }),
    rule: {
      admission: form.admission === 'operator' ? 'operator' : 'automatic',
      autoHold: form.autoHold === 'yes',
      biddingSeconds: whole(form.biddingSeconds),
      extensionSeconds: whole(form.extensionSeconds),
      hardEndSeconds: orNone(form.hardEndSeconds),
      negotiationMinutes: whole(form.negotiationMinutes),
      staggerSeconds: whole(form.staggerSeconds),
      adjustPercent: whole(form.adjustPercent),
      autoFinishMinutes: whole(form.autoFinishMinutes),
      confirmMinutes: orNone(form.confirmMinutes),
    },
  }
}

/** Initial content of a new session. */
export const newContent = (times: Pick<Content, 'startTime' | 'signUpDeadline'>): Content => ({
  ...times,
  hostAccountId: null,
  rule: DEFAULT_RULE,
  reservePolicy: 'allowed',
  deposits: [],
  depositFactor: 10,
  depositHours: 24,
})

/**
 * Maps a fault's path to its field: `rule.biddingSeconds` to `biddingSeconds`, `deposits.1.amount` to that currency's
 * field.
 */
function fieldOf(path: readonly PropertyKey[], content: Content): string {
  const [first, second] = path
  if (first === 'rule') return String(second)
  if (first !== 'deposits') return String(first)
  const currency = content.deposits[Number(second)]?.currency ?? 'CNY'
  return `deposit${currency}`
}

/** The deposits as typed beside those that the session has. */
export const depositPairs = ({ deposits }: SessionInfo['content'], form: TypedSession) =>
  DEPOSITS.map((key) => {
    const currency = CURRENCY[key]
    const now = deposits.find((one) => one.currency === currency)
    return { amount: moneyIn(form[key], currency), stands: now ? parseMinor(now.amount) : null, currency }
  })

/** A number that cannot be read says why; one that was read is not within its limits. */
function faultAt(field: string, form: TypedSession): { readonly message: FormText } {
  const [key, figure] = Object.entries(SESSION_FIGURES).find(([one]) => one === field) ?? []
  const text = key === undefined ? '' : form[key as keyof TypedSession]
  return (figure && text.trim() !== '' && faultOf(figure, text)) || { message: textOf(field) }
}

function textOf(field: string): FormText {
  if (field === 'startTime' || field === 'signUpDeadline') return 'timeWrong'
  if (DEPOSITS.some((one) => one === field)) return 'amountWrong'
  return NUMBERS.some((one) => one === field) ? 'numberWrong' : 'chooseOne'
}

/** Checks the form by the contract's schema, and reports each fault at its field. */
export const sessionSchema = z.custom<TypedSession>().superRefine((form, ctx) => {
  const content = meantSession(form)
  const { error } = SessionContent.safeParse(content)
  for (const { path, code } of error?.issues ?? []) {
    const field = fieldOf(path, content)
    const late = field === 'signUpDeadline' && code === 'custom'
    ctx.addIssue({ code: 'custom', path: [field], ...(late ? { message: 'deadlineWrong' } : faultAt(field, form)) })
  }
})
