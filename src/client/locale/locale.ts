import { LOCALES, type Locale } from '../../contract/constants.ts'

export type { Locale }
export const DEFAULT_LOCALE: Locale = 'zh'
const KEY = 'locale'

const isLocale = (value: string | null): value is Locale => LOCALES.some((locale) => locale === value)

/** `?lang=en` in an address overrides the stored choice; the default is Chinese. */
export function wantedLocale(search: string, storage: Pick<Storage, 'getItem'>): Locale {
  const asked = new URLSearchParams(search).get('lang')
  if (isLocale(asked)) return asked
  const stored = storage.getItem(KEY)
  return isLocale(stored) ? stored : DEFAULT_LOCALE
}

export const storeLocale = (locale: Locale, storage: Pick<Storage, 'setItem'>): void => storage.setItem(KEY, locale)
