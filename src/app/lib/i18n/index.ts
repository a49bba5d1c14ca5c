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
/**
 * Texts of the home page's first view: a third of the first catalogue, and the only texts that its scripts wait for.
 */
const first: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('virtual:first-texts/zh'),
  en: () => import('virtual:first-texts/en'),
}
/** Texts of the first screen and of the shell; other texts load in chunks. */
const catalogues: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('../../locales/zh.po'),
  en: () => import('../../locales/en.po'),
}
export const HTML_LANG: Readonly<Record<Locale, string>> = { zh: 'zh-CN', en: 'en' }

interface Whole {
  asked: Promise<void> | undefined
}
const createWhole = (): Whole => ({ asked: undefined })

/**
 * Loads all texts of the first catalogue; every page except the home page waits for them. A failed fetch is repeated at
 * the next call.
 */
export function wholeLocale(client: Client): Promise<void> {
  const whole = client.part(createWhole)
  whole.asked ??= load(client, catalogues).catch((error: unknown) => {
    whole.asked = undefined
    throw error
  })
  return whole.asked
}

/** Applies the wanted language: stores the choice, sets `<html lang>`, loads the first texts. */
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

/**
 * Stores the choice for the next page load, and for the server, which writes the home page in Chinese without the
 * cookie.
 */
function choose(client: Client, locale: Locale): void {
  storeLocale(locale, client.ports.storage)
  rememberChoice(client, LOCALE_COOKIE, locale === DEFAULT_LOCALE ? '' : locale)
}

/**
 * For the language menu: stores the choice and reloads the page without the `lang` parameter, which would override it.
 */
export function switchLocale(client: Client, locale: Locale): void {
  choose(client, locale)
  dropCachedHome()
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  if (url.href === location.href) location.reload()
  else location.replace(url)
}
