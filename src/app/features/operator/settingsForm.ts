import * as z from 'zod'
import { Settings as schema } from '../../../contract/calls/site.ts'
import type { FormText } from '../../../contract/people.ts'
import type { Settings } from './queries.ts'

/** The settings as they are typed: every text in two fields, every list a line each. */
export const BOTH = ['help', 'payment', 'question', 'about', 'companyAddress', 'copyright'] as const
export type BothKey = (typeof BOTH)[number]
type InBoth = { readonly [K in `${BothKey}${'Zh' | 'En'}`]: string }
export interface TypedSettings extends InBoth {
  readonly phone: string
  readonly licences: string
  readonly appAddress: string
  readonly shop: string
  readonly backOffice: string
  readonly frames: string
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
}: Settings): TypedSettings {
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
  }
}

export function meant(form: TypedSettings): Settings {
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
  }
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `help.zh` is typed in `helpZh`, `frames.2` in `frames`. */
function fieldOf([first, second]: readonly PropertyKey[]): string {
  const key = String(first)
  return second === 'zh' ? `${key}Zh` : second === 'en' ? `${key}En` : key
}

const says = (text: FormText): FormText => text
/** The contract's own rules, reported at their fields. */
export const settingsSchema = z.custom<TypedSettings>().superRefine((form, ctx) => {
  const { error } = schema.safeParse(meant(form))
  for (const { path, code } of error?.issues ?? []) {
    ctx.addIssue({
      code: 'custom',
      path: [fieldOf(path)],
      message: code === 'too_big' ? says('tooLong') : says('addressWrong'),
    })
  }
})
