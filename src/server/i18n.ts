import { readFileSync } from 'node:fs'
import { type MessageDescriptor, setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessage } from '@lingui/message-utils/compileMessage'

export type Locale = 'zh' | 'en'
export type Translate = (descriptor: MessageDescriptor, values?: Record<string, unknown>) => string

const po = formatter()
const catalogues = ['../texts/locales', './locales']
const made = new Map<Locale, Translate>()

/** The translator of a language; its catalogue is read once, at first use. */
export function translator(locale: Locale): Translate {
  const known = made.get(locale)
  if (known) return known

  const i18n = setupI18n({ locale, messages: { [locale]: load(locale) } })
  i18n.setMessagesCompiler(compileMessage)
  const translate: Translate = ({ id, message }, values) =>
    message === undefined ? i18n._(id, values) : i18n._(id, values, { message })
  made.set(locale, translate)
  return translate
}

function load(locale: Locale): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const folder of catalogues) {
    const path = new URL(`${folder}/${locale}.po`, import.meta.url)
    const catalogue = parse(readFileSync(path, 'utf8'), locale)
    for (const [id, { translation }] of Object.entries(catalogue)) if (translation) messages[id] = translation
  }
  return messages
}

function parse(text: string, locale: Locale) {
  const parsed = po.parse(text, { locale, sourceLocale: 'en', filename: `${locale}.po` })
  if (parsed instanceof Promise) throw new TypeError('the PO parser is expected to be synchronous')
  return parsed
}
