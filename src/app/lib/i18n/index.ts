import { i18n, type Messages } from '@lingui/core'
import { setCurrentLocale } from './current.ts'
import { storeLocale, wantedLocale, type Locale } from './locale.ts'

export { currentLocale } from './current.ts'
export { needTexts, type Part } from './parts.ts'
export { wantedLocale, storeLocale, DEFAULT_LOCALE, type Locale } from './locale.ts'

/** What the first screen and the frame around all of them say; the rest comes by parts. */
const catalogues: Record<Locale, () => Promise<{ messages: Messages }>> = {
  zh: () => import('../../locales/zh.po'),
  en: () => import('../../locales/en.po'),
}
export const HTML_LANG: Record<Locale, string> = { zh: 'zh-CN', en: 'en' }

export async function activateLocale(locale: Locale): Promise<void> {
  const { messages } = await catalogues[locale]()
  i18n.load(locale, messages)
  i18n.activate(locale)
}

/** Reads what is wanted and makes it so: the choice for next time, `<html lang>`, the catalogue. */
export async function startLocale(): Promise<void> {
  const locale = wantedLocale(location.search, localStorage)
  setCurrentLocale(locale)
  storeLocale(locale, localStorage)
  document.documentElement.lang = HTML_LANG[locale]
  await activateLocale(locale)
}

/** The language menu: stores the choice and loads the page anew, without a `lang` that would overrule it. */
export function switchLocale(locale: Locale): void {
  storeLocale(locale, localStorage)
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
