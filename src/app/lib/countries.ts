import { COUNTRIES } from '../../contract/countries.ts'
import { currentLocale, HTML_LANG, type Locale } from './i18n/index.ts'

interface NamedCountry {
  readonly code: string
  readonly calling: string
  readonly name: string
  readonly englishName: string
}

const known = new Map<Locale, readonly NamedCountry[]>()

/** All of them by name in the reader's language; China, where most come from, first. */
export function countries(locale: Locale = currentLocale()): readonly NamedCountry[] {
  const made = known.get(locale) ?? list(locale)
  known.set(locale, made)
  return made
}

export const countryName = (code: string, locale: Locale = currentLocale()): string =>
  countries(locale).find((country) => country.code === code)?.name ?? code

function list(locale: Locale): readonly NamedCountry[] {
  const names = namesIn(HTML_LANG[locale])
  const english = namesIn('en')
  const { compare } = new Intl.Collator(HTML_LANG[locale])
  const all = COUNTRIES.map(({ code, calling }) => ({ code, calling, name: names(code), englishName: english(code) }))
  return all.toSorted((a, b) => Number(b.code === 'CN') - Number(a.code === 'CN') || compare(a.name, b.name))
}

function namesIn(language: string): (code: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'region', style: 'short' })
  return (code) => names.of(code) ?? code
}
