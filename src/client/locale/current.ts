import { DEFAULT_LOCALE, type Locale } from './locale.ts'

let chosen: Locale = DEFAULT_LOCALE

/** The language of this page load; known before its catalogue is here, so that the first calls ask in it. */
export const currentLocale = (): Locale => chosen
export const setCurrentLocale = (locale: Locale): void => {
  chosen = locale
}
