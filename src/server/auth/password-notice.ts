import { LOCALES } from '../../contract/constants.ts'
import { translator } from '../i18n.ts'
import type { Account } from '../store/accounts.ts'
import type { NewMail } from '../store/outbox.ts'
import { isMainland } from '../../contract/contacts.ts'

const texts = {
  subject: /*i18n*/ { id: 'password.notice.subject', message: 'Your password was changed' },
  mail: /*i18n*/ {
    id: 'password.notice.mail',
    message:
      'The password of your account “{login}” at the Timber Sale Room was changed.\n\nIf it was you, you need not do anything. If not, recover your password at once and contact customer service.',
  },
  sms: /*i18n*/ {
    id: 'password.notice.sms',
    message: 'Timber Sale Room: the password of account {login} was changed. If it was not you, recover it at once.',
  },
} as const

/**
 * Notifies the owner by every proven contact: an attacker who controls one cannot hide it on the other. In both
 * languages, since the requester may not be the owner.
 */
export function passwordNotices(
  { login, email, emailProvenAt, phone, phoneProvenAt }: Account,
  newId: () => string,
): NewMail[] {
  const inEach = (text: (typeof texts)[keyof typeof texts], between: string) =>
    LOCALES.map((locale) => translator(locale)(text, { login })).join(between)
  const notices: NewMail[] = []
  if (email !== null && emailProvenAt !== null) {
    notices.push({
      id: newId(),
      channel: 'mail',
      recipient: email,
      subject: inEach(texts.subject, ' · '),
      body: inEach(texts.mail, '\n\n———\n\n'),
    })
  }
  if (phone !== null && phoneProvenAt !== null && isMainland(phone)) {
    notices.push({
      id: newId(),
      channel: 'sms',
      recipient: phone,
      subject: inEach(texts.subject, ' · '),
      body: inEach(texts.sms, ' '),
    })
  }
  return notices
}
