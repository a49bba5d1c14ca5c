import { LOCALES } from '../../contract/constants.ts'
import { translator } from '../i18n.ts'

const texts = {
  subject: /*i18n*/ { id: 'mail.closing.subject', message: 'Closing hash of {name}' },
  body: /*i18n*/ {
    id: 'mail.closing.body',
    message:
      'The sale “{name}” is over and its log is sealed.\n\nSession: {session}\nEntries: {seq}\nClosing hash (SHA-256): {hash}\n\nKeep this mail. ' +
      'Whoever exports the log can work the hash out again; if it comes out different, the log was changed after the sale.',
  },
} as const

export interface Closing {
  readonly session: string
  readonly names: { readonly zh: string; readonly en: string }
  readonly seq: number
  readonly hash: string
}

/** In both languages, since the recipient's language is unknown. */
export function closingMail({ session, names, seq, hash }: Closing): {
  readonly subject: string
  readonly body: string
} {
  const inEach = (text: (typeof texts)[keyof typeof texts], between: string) =>
    LOCALES.map((locale) => translator(locale)(text, { name: names[locale], session, seq: String(seq), hash })).join(
      between,
    )
  return { subject: inEach(texts.subject, ' · '), body: inEach(texts.body, '\n\n———\n\n') }
}
