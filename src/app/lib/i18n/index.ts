import { i18n, type Messages } from '@lingui/core'
import { LOCALE_COOKIE } from '../../../contract/constants.ts'
import { rememberChoice } from '../../../client/cookie.ts'
import { dropKeptHome } from '../../boot/cachedHome.ts'
import { currentLocale, setCurrentLocale } from '../../../client/locale/current.ts'
import { DEFAULT_LOCALE, storeLocale, wantedLocale, type Locale } from '../../../client/locale/locale.ts'

export { currentLocale } from '../../../client/locale/current.ts'
export { needTexts, type Part } from './parts.ts'
export { wantedLocale, storeLocale, DEFAULT_LOCALE, type Locale } from '../../../client/locale/locale.ts'

type Catalogue = () => Promise<{ readonly messages: Messages }>
/** What the home page says as it opens: a third of the first catalogue, and all that its scripts wait for. */
const first: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('virtual:first-texts/zh'),
  en: () => import('virtual:first-texts/en'),
}
/** What the first screen and the frame around all of them say; the rest comes by parts. */
const catalogues: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('../../locales/zh.po'),
  en: () => import('../../locales/en.po'),
}
export const HTML_LANG: Readonly<Record<Locale, string>> = { zh: 'zh-CN', en: 'en' }

export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale]()
  i18n.load(locale, messages)
  i18n.activate(locale)
}

let whole: Promise<void> | undefined
/** Whatever is not the home page waits for it. Asked for once; what failed is asked for again. */
export function wholeLocale(): Promise<void> {
  whole ??= activateLocale(currentLocale()).catch((error: unknown) => {
    whole = undefined
    throw error
  })
  return whole
}

/** Reads what is wanted and makes it so: the choice for next time, `<html lang>`, the texts to begin with. */
export async function startLocale({ home }: { readonly home: boolean }): Promise<void> {
  const locale = wantedLocale(location.search, localStorage)
  setCurrentLocale(locale)
  choose(locale)
  document.documentElement.lang = HTML_LANG[locale]
  if (!home) return wholeLocale()
  const { messages } = await first[locale]()
  i18n.load(locale, messages)
  i18n.activate(locale)
}

/**
 * For the next page load, and for the server, which writes the home page: in Chinese, unless a cookie says otherwise.
 */
function choose(locale: Locale): void {
  storeLocale(locale, localStorage)
  rememberChoice(LOCALE_COOKIE, locale === DEFAULT_LOCALE ? '' : locale)
}

/** The language menu: stores the choice and loads the page anew, without a `lang` that would overrule it. */
export function switchLocale(locale: Locale): void {
  choose(locale)
  dropKeptHome()
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
