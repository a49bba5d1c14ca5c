import { COUNTRIES } from '../../contract/countries.ts'
import type { Client } from '../../client/client.ts'
import { HTML_LANG, type Locale } from './i18n/index.ts'

interface NamedCountry {
  readonly code: string
  readonly calling: string
  readonly name: string
  readonly englishName: string
}

/** All countries by name in the reader's language; China first, as the most frequent. */
export const countries = (client: Client): readonly NamedCountry[] => client.part(listFor)

export const countryName = (client: Client, code: string): string =>
  countries(client).find((country) => country.code === code)?.name ?? code

const listFor = ({ locale }: Client): readonly NamedCountry[] => list(locale)

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
