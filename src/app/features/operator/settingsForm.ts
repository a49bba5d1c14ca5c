import * as z from 'zod'
import { Settings as schema, type DepositAccount } from '../../../contract/calls/site.ts'
import { CURRENCIES, type Currency } from '../../../domain/units.ts'
import type { DaysOff } from '../../../domain/trade/working-days.ts'
import type { FormText } from '../../../contract/people.ts'
import { faultOf, figureIn, writeFigure, type Figure, type Figures } from '../../lib/form/figure.ts'
import type { Settings } from './queries.ts'

/** The settings as typed: each text has two fields, each list has one line per entry. */
export const BOTH = ['help', 'payment', 'question', 'about', 'companyAddress', 'copyright'] as const
export type BothKey = (typeof BOTH)[number]
type InBoth = { readonly [K in `${BothKey}${'Zh' | 'En'}`]: string }
/** Percentages and days of the payment terms. */
export const RATES = ['depositRate', 'commissionRate'] as const
export const DAYS = ['depositDays', 'balanceDays', 'commissionDays'] as const
type InTerms = { readonly [K in (typeof RATES)[number] | (typeof DAYS)[number]]: string }
/** The platform's account in a currency; all parts are empty for none. */
export const ACCOUNT_PARTS = ['payee', 'bank', 'account', 'swift'] as const
export type AccountKey = `${(typeof ACCOUNT_PARTS)[number]}${Currency}`
type InAccounts = { readonly [K in AccountKey]: string }
export interface TypedSettings extends InBoth, InTerms, InAccounts {
  readonly commissionBy: string
  readonly phone: string
  readonly licences: string
  readonly appAddress: string
  readonly shop: string
  readonly backOffice: string
  readonly frames: string
  /** One line per row of days off: the day, or the first and the last, and a name. */
  readonly daysOff: string
  readonly workingDays: string
}

export function typed({
  help,
  payment,
  question,
  about,
  companyAddress,
  copyright,
  licences,
  phone,
  appAddress,
  shop,
  backOffice,
  frames,
  paymentTerms: terms,
  workingDays,
  depositAccounts = [],
}: Omit<Settings, 'version'>): TypedSettings {
  return {
    helpZh: help.zh,
    helpEn: help.en,
    paymentZh: payment.zh,
    paymentEn: payment.en,
    questionZh: question.zh,
    questionEn: question.en,
    aboutZh: about.zh,
    aboutEn: about.en,
    companyAddressZh: companyAddress.zh,
    companyAddressEn: companyAddress.en,
    copyrightZh: copyright.zh,
    copyrightEn: copyright.en,
    phone,
    licences: licences.join('\n'),
    appAddress,
    shop,
    backOffice,
    frames: frames.join('\n'),
    ...typedAccounts(depositAccounts),
    depositRate: percent(terms.depositRate),
    depositDays: String(terms.depositDays),
    balanceDays: String(terms.balanceDays),
    commissionRate: percent(terms.commissionRate),
    commissionBy: terms.commissionBy,
    commissionDays: String(terms.commissionDays),
    daysOff: workingDays.off.map(writeDaysOff).join('\n'),
    workingDays: workingDays.working.join('\n'),
  }
}

export function meant(form: TypedSettings): Omit<Settings, 'version'> {
  const both = (key: BothKey) => ({ zh: form[`${key}Zh`].trim(), en: form[`${key}En`].trim() })
  return {
    help: both('help'),
    payment: both('payment'),
    question: both('question'),
    about: both('about'),
    companyAddress: both('companyAddress'),
    copyright: both('copyright'),
    phone: form.phone.trim(),
    licences: lines(form.licences),
    frames: lines(form.frames),
    appAddress: form.appAddress.trim(),
    shop: form.shop.trim(),
    backOffice: form.backOffice.trim(),
    paymentTerms: {
      depositRate: hundredths(form.depositRate),
      depositDays: whole(form.depositDays),
      balanceDays: whole(form.balanceDays),
      commissionRate: hundredths(form.commissionRate),
      commissionBy: form.commissionBy === 'buyer' ? 'buyer' : 'seller',
      commissionDays: whole(form.commissionDays),
    },
    depositAccounts: meantAccounts(form),
    workingDays: { off: lines(form.daysOff).map(readDaysOff), working: lines(form.workingDays).map(readDay) },
  }
}

function typedAccounts(accounts: readonly DepositAccount[]): InAccounts {
  const parts = CURRENCIES.flatMap((currency) => {
    const known = accounts.find((one) => one.currency === currency)
    return ACCOUNT_PARTS.map((part) => [`${part}${currency}`, known?.[part] ?? ''])
  })
  return Object.fromEntries(parts) as InAccounts
}

const meantAccounts = (form: InAccounts): DepositAccount[] =>
  CURRENCIES.flatMap((currency) => {
    const of = (part: (typeof ACCOUNT_PARTS)[number]) => form[`${part}${currency}`].trim()
    if (ACCOUNT_PARTS.every((part) => of(part) === '')) return []
    const [account, swift] = [of('account').toUpperCase(), of('swift').replaceAll(/\s/g, '').toUpperCase()]
    return [{ currency, payee: of('payee'), bank: of('bank'), account, swift }]
  })

const RATE: Figure = { of: 'percent' }
const DAY: Figure = { of: 'whole', most: 1_000 }
/** The figures of the form. */
export const SETTINGS_FIGURES: Figures = {
  depositRate: RATE,
  commissionRate: RATE,
  depositDays: DAY,
  balanceDays: DAY,
  commissionDays: DAY,
}
const percent = (rate: number): string => writeFigure(RATE, rate)
/** Hundredths of a percent; NaN, which the contract's schema refuses, if the text is no percentage. */
const hundredths = (typedText: string): number => figureIn(RATE, typedText) ?? Number.NaN
const whole = (typedText: string): number => figureIn(DAY, typedText) ?? Number.NaN

const writeDaysOff = ({ from, to, name }: DaysOff): string =>
  [from, ...(to === from ? [] : [to]), ...(name === '' ? [] : [name])].join(' ')
const A_DAY = String.raw`(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?`
const ROW = new RegExp(String.raw`^${A_DAY}(?:\s*(?:[~–—至到-]\s*)?${A_DAY})?(?:[\s,，:：]+(.*)|([^\d].*))?$`, 'u')
const iso = (year = '', month = '', day = ''): string => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
/** A typed row of days off; one without a day at its start has days that the contract's schema refuses. */
export function readDaysOff(line: string): DaysOff {
  const found = ROW.exec(line.normalize('NFKC'))
  if (!found) return { from: line, to: line, name: '' }
  const [, year, month, day, lastYear, lastMonth, lastDay, name, glued] = found
  const from = iso(year, month, day)
  const to = lastYear === undefined ? from : iso(lastYear, lastMonth, lastDay)
  return { from, to, name: (name ?? glued ?? '').trim() }
}
/** A typed day; a line that is more than a day is refused by the contract's schema. */
function readDay(line: string): string {
  const { from, to, name } = readDaysOff(line)
  return from === to && name === '' ? from : line
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/**
 * Maps a fault's path to its field: `help.zh` to `helpZh`, `frames.2` to `frames`, `paymentTerms.depositRate` to
 * `depositRate`, `depositAccounts.0.swift` to that of the account's currency.
 */
function fieldOf([first, second, third]: readonly PropertyKey[], accounts: readonly DepositAccount[]): string {
  if (first === 'depositAccounts') return `${String(third)}${accounts[Number(second)]?.currency ?? 'CNY'}`
  if (first === 'paymentTerms') return String(second)
  if (first === 'workingDays') return second === 'off' ? 'daysOff' : 'workingDays'
  const key = String(first)
  return second === 'zh' ? `${key}Zh` : second === 'en' ? `${key}En` : key
}

function textOf(field: string, code: string, given: string): FormText {
  if (ACCOUNT_FIELDS.has(field)) return accountText(field, code, given)
  if (RATES.some((one) => one === field)) return says('rateWrong')
  if (DAYS.some((one) => one === field)) return says('daysWrong')
  if (field === 'daysOff') return says('daysOffWrong')
  if (field === 'workingDays') return says('workingDaysWrong')
  return code === 'too_big' ? says('tooLong') : says('addressWrong')
}
const says = (text: FormText): FormText => text
const ACCOUNT_FIELDS: ReadonlySet<string> = new Set(
  CURRENCIES.flatMap((currency) => ACCOUNT_PARTS.map((part) => `${part}${currency}`)),
)
function accountText(field: string, code: string, given: string): FormText {
  if (given.trim() === '') return says('required')
  if (code === 'too_big') return says('tooLong')
  return field.startsWith('swift') ? says('swiftWrong') : says('bankAccountWrong')
}
/** Checks the form by the contract's schema, and reports each fault at its field. */
export const settingsSchema = z.custom<TypedSettings>().superRefine((form, ctx) => {
  const settings = meant(form)
  const { error } = schema.safeParse(settings)
  for (const { path, code } of error?.issues ?? []) {
    const field = fieldOf(path, settings.depositAccounts ?? [])
    const [key, figure] = Object.entries(SETTINGS_FIGURES).find(([one]) => one === field) ?? []
    const fault = figure && faultOf(figure, form[key as keyof TypedSettings])
    ctx.addIssue({
      code: 'custom',
      path: [field],
      ...(fault ?? { message: textOf(field, code, String(form[field as keyof TypedSettings] ?? '')) }),
    })
  }
})
