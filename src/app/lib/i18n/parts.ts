import { i18n, type Messages } from '@lingui/core'
import { currentLocale } from '../../../client/locale/current.ts'
import type { Locale } from '../../../client/locale/locale.ts'

/** Words that come with the screens that say them; which folders belong to a part is said in `lingui.config.ts`. */
export type Part = 'venue' | 'catalogue' | 'people'

type Catalogue = () => Promise<{ readonly messages: Messages }>
/** What server and app both say: reasons of refusals, rules of forms. */
const shared: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('../../../texts/locales/zh.po'),
  en: () => import('../../../texts/locales/en.po'),
}
const catalogues: Readonly<Record<Part, Readonly<Record<Locale, readonly Catalogue[]>>>> = {
  venue: {
    zh: [shared.zh, () => import('../../locales/venue/zh.po')],
    en: [shared.en, () => import('../../locales/venue/en.po')],
  },
  people: {
    zh: [shared.zh, () => import('../../locales/people/zh.po')],
    en: [shared.en, () => import('../../locales/people/en.po')],
  },
  catalogue: {
    zh: [() => import('../../locales/catalogue/zh.po')],
    en: [() => import('../../locales/catalogue/en.po')],
  },
}

const asked = new Map<Part, Promise<void>>()

/**
 * For the loader of a route: its screen is drawn when its words are here. Asked for once; what failed is asked for
 * again.
 */
export function needTexts(part: Part): Promise<void> {
  const known = asked.get(part)
  if (known) return known
  const fetched = load(part)
  asked.set(part, fetched)
  fetched.catch(() => asked.delete(part))
  return fetched
}

async function load(part: Part): Promise<void> {
  const locale = currentLocale()
  for (const { messages } of await Promise.all(catalogues[part][locale].map((fetch) => fetch())))
    i18n.load(locale, messages)
}
