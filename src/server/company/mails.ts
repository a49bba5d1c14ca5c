import { LOCALES } from '../../contract/constants.ts'
import { translator } from '../i18n.ts'
import type { Account } from '../store/accounts.ts'
import type { NewMail } from '../store/outbox.ts'

const texts = {
  approved: {
    subject: /*i18n*/ { id: 'mail.approved.subject', message: 'Your company is certified' },
    body: /*i18n*/ {
      id: 'mail.approved.body',
      message:
        '{name},\n\n“{company}” is certified. You can read catalogues now.\n\nTo sign up for sales, the service agreement must be in effect: you find it in the user centre, under account information.',
    },
  },
  refused: {
    subject: /*i18n*/ { id: 'mail.refused.subject', message: 'Your company could not be certified yet' },
    body: /*i18n*/ {
      id: 'mail.refused.body',
      message:
        '{name},\n\n“{company}” could not be certified yet. The reason:\n\n{reason}\n\nPlease change the form in the user centre and submit it again; everything you entered is still there.',
    },
  },
  suspended: {
    subject: /*i18n*/ { id: 'mail.suspended.subject', message: 'Trading is suspended for your account' },
    body: /*i18n*/ {
      id: 'mail.suspended.body',
      message:
        '{name},\n\ntrading is suspended for your account and your company, in all sessions. The reason:\n\n{reason}\n\nPlease contact customer service.',
    },
  },
  reinstated: {
    subject: /*i18n*/ { id: 'mail.reinstated.subject', message: 'Your account may trade again' },
    body: /*i18n*/ {
      id: 'mail.reinstated.body',
      message: '{name},\n\nthe suspension of your account is over. You may trade again.',
    },
  },
} as const

export type News = keyof typeof texts

/** A bilingual mail to a person, unless the person has no address. `key`: one mail per key. */
export function newsMail(
  news: News,
  { name, email }: Pick<Account, 'name' | 'email'>,
  key: string,
  gaps: { readonly company?: string; readonly reason?: string } = {},
): NewMail[] {
  if (email === null) return []
  const inEach = (part: 'subject' | 'body', between: string) =>
    LOCALES.map((locale) => translator(locale)(texts[news][part], { name, company: '', reason: '', ...gaps })).join(
      between,
    )
  return [
    { id: `${news}:${key}`, recipient: email, subject: inEach('subject', ' · '), body: inEach('body', '\n\n———\n\n') },
  ]
}
