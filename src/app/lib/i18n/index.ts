import type { Messages } from '@lingui/core'
import { LOCALE_COOKIE } from '../../../contract/constants.ts'
import { rememberChoice } from '../../../client/cookie.ts'
import { dropCachedHome } from '../../boot/cachedHome.ts'
import type { Client } from '../../../client/client.ts'
import { DEFAULT_LOCALE, storeLocale, type Locale } from '../../../client/locale/locale.ts'
import { i18nOf } from './i18n.ts'

export { i18nOf } from './i18n.ts'
export { needTexts, type Part } from './parts.ts'
export { wantedLocale, storeLocale, DEFAULT_LOCALE, type Locale } from '../../../client/locale/locale.ts'

type Catalogue = () => Promise<{ readonly messages: Messages }>
/** The texts of the home page's opening: a third of the first catalogue, and all that its scripts wait for. */
const first: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('virtual:first-texts/zh'),
  en: () => import('virtual:first-texts/en'),
}
/** Texts of the first screen and of the shell; the rest loads in chunks. */
const catalogues: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('../../locales/zh.po'),
  en: () => import('../../locales/en.po'),
}
export const HTML_LANG: Readonly<Record<Locale, string>> = { zh: 'zh-CN', en: 'en' }

interface Whole {
  asked: Promise<void> | undefined
}
const createWhole = (): Whole => ({ asked: undefined })

/** Every page but the home page waits for it. Fetched once; after a failure it is fetched again. */
export function wholeLocale(client: Client): Promise<void> {
  const whole = client.part(createWhole)
  whole.asked ??= load(client, catalogues).catch((error: unknown) => {
    whole.asked = undefined
    throw error
  })
  return whole.asked
}

/** Makes the wanted language so: the choice for next time, `<html lang>`, the texts to begin with. */
export async function startLocale(client: Client, { home }: { readonly home: boolean }): Promise<void> {
  choose(client, client.locale)
  document.documentElement.lang = HTML_LANG[client.locale]
  await (home ? load(client, first) : wholeLocale(client))
}

async function load(client: Client, from: Readonly<Record<Locale, Catalogue>>): Promise<void> {
  const { messages } = await from[client.locale]()
  const i18n = i18nOf(client)
  i18n.load(client.locale, messages)
  i18n.activate(client.locale)
}

/** For the next page load, and for the server, which writes the home page in Chinese unless a cookie says otherwise. */
function choose(client: Client, locale: Locale): void {
  storeLocale(locale, client.ports.storage)
  rememberChoice(client, LOCALE_COOKIE, locale === DEFAULT_LOCALE ? '' : locale)
}

/** The language menu: stores the choice and loads the page anew, without a `lang` that would overrule it. */
export function switchLocale(client: Client, locale: Locale): void {
  choose(client, locale)
  dropCachedHome()
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
