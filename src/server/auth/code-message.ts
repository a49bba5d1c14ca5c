import type { Locale } from '../../contract/constants.ts'
import { translator } from '../i18n.ts'

/** The content of a code message: the code, or the reason that there is none. `login`: the account. */
export type CodeText =
  | { readonly say: 'register' | 'proof' | 'known' | 'unknown' }
  | { readonly say: 'recovery'; readonly login: string }

const subjects = {
  register: /*i18n*/ { id: 'code.register.subject', message: 'Your code to register' },
  proof: /*i18n*/ { id: 'code.proof.subject', message: 'Your code to prove your mail address' },
  known: /*i18n*/ { id: 'code.known.subject', message: 'You have an account already' },
  unknown: /*i18n*/ { id: 'code.unknown.subject', message: 'No account with this mail address' },
  recovery: /*i18n*/ { id: 'code.recovery.subject', message: 'Your code for a new password' },
} as const

const mails = {
  register: /*i18n*/ {
    id: 'code.register.mail',
    message:
      'Your code to register with the Timber Sale Room: {code}\n\nIt is good for ten minutes. Nobody of ours will ever ask you for it. If you did not ask for it, you need not do anything.',
  },
  proof: /*i18n*/ {
    id: 'code.proof.mail',
    message:
      'Your code to prove your mail address to the Timber Sale Room: {code}\n\nIt is good for ten minutes. Nobody of ours will ever ask you for it. If you did not ask for it, you need not do anything.',
  },
  known: /*i18n*/ {
    id: 'code.known.mail',
    message:
      'Somebody, probably you, wanted to register with the Timber Sale Room with this mail address. It belongs to an account already.\n\nPlease sign in; if you have forgotten the password, recover it. If it was not you, you need not do anything.',
  },
  unknown: /*i18n*/ {
    id: 'code.unknown.mail',
    message:
      'Somebody, probably you, wanted to recover a password of the Timber Sale Room by this mail address. No account has proven it to be its own.\n\nPlease try the phone number that you registered with, or another mail address. If it was not you, you need not do anything.',
  },
  recovery: /*i18n*/ {
    id: 'code.recovery.mail',
    message:
      'Your code for a new password of the account “{login}” at the Timber Sale Room: {code}\n\nIt is good for ten minutes. Nobody of ours will ever ask you for it. If you did not ask for it, keep it to yourself: your password stays as it is.',
  },
} as const

/** Short: beyond 70 characters a message in Chinese is sent, and paid for, in parts. */
const shortMessages = {
  register: /*i18n*/ {
    id: 'code.register.sms',
    message: 'Timber Sale Room: {code} is your code to register, good for 10 minutes. Tell it to nobody.',
  },
  proof: /*i18n*/ {
    id: 'code.proof.sms',
    message: 'Timber Sale Room: {code} is your code, good for 10 minutes. Tell it to nobody.',
  },
  known: /*i18n*/ {
    id: 'code.known.sms',
    message: 'Timber Sale Room: this number has an account already. Please sign in, or recover the password.',
  },
  unknown: /*i18n*/ {
    id: 'code.unknown.sms',
    message: 'Timber Sale Room: no account has proven this number to be its own. Try another, or your mail address.',
  },
  recovery: /*i18n*/ {
    id: 'code.recovery.sms',
    message:
      'Timber Sale Room: {code} is your code for a new password of account {login}, good for 10 minutes. Tell it to nobody.',
  },
} as const

/** Plain text, in the requester's language. */
export function codeMessage(
  text: CodeText,
  channel: 'sms' | 'mail',
  code: string,
  locale: Locale,
): { readonly subject: string; readonly body: string } {
  const say = translator(locale)
  return {
    subject: say(subjects[text.say]),
    body: say((channel === 'mail' ? mails : shortMessages)[text.say], { code, ...text }),
  }
}
