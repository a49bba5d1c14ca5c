import type { Messages } from '@lingui/core'
import type { Client } from '../../../client/client.ts'
import type { Locale } from '../../../client/locale/locale.ts'
import { i18nOf } from './i18n.ts'

/** Catalogues that load with their screens; `lingui.config.ts` maps folders to catalogues. */
export type Part = 'venue' | 'catalogue' | 'people'

type Catalogue = () => Promise<{ readonly messages: Messages }>
/** Texts shared by server and app: reasons of refusals, rules of forms. */
const shared: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('../../../texts/locales/zh.po'),
  en: () => import('../../../texts/locales/en.po'),
}
/** Texts of tickets, for the room and the user centre. */
const ticket: Readonly<Record<Locale, Catalogue>> = {
  zh: () => import('../../locales/ticket/zh.po'),
  en: () => import('../../locales/ticket/en.po'),
}
const catalogues: Readonly<Record<Part, Readonly<Record<Locale, readonly Catalogue[]>>>> = {
  venue: {
    zh: [shared.zh, ticket.zh, () => import('../../locales/venue/zh.po')],
    en: [shared.en, ticket.en, () => import('../../locales/venue/en.po')],
  },
  people: {
    zh: [shared.zh, ticket.zh, () => import('../../locales/people/zh.po')],
    en: [shared.en, ticket.en, () => import('../../locales/people/en.po')],
  },
  catalogue: {
    zh: [() => import('../../locales/catalogue/zh.po')],
    en: [() => import('../../locales/catalogue/en.po')],
  },
}

const createAsked = (): Map<Part, Promise<void>> => new Map()

/** Loads a screen's texts in a route's loader, before the screen is drawn. Fetched once; a failure is retried. */
export function needTexts(client: Client, part: Part): Promise<void> {
  const asked = client.part(createAsked)
  const known = asked.get(part)
  if (known) return known
  const fetched = load(client, part)
  asked.set(part, fetched)
  fetched.catch(() => asked.delete(part))
  return fetched
}

async function load(client: Client, part: Part): Promise<void> {
  const { locale } = client
  for (const { messages } of await Promise.all(catalogues[part][locale].map((fetch) => fetch())))
    i18nOf(client).load(locale, messages)
}
