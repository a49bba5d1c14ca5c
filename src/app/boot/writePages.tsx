import { i18nOf } from '../lib/i18n/i18n.ts'
import { Queries } from '../lib/client.ts'
import { COOKIES } from '../../contract/constants.ts'
import { createClient, type Client } from '../../client/client.ts'
import { memoryCookies, withoutBrowser } from '../../client/ports/memory.ts'
import type { Messages } from '@lingui/core'
import type { QueryPersister } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import bootScripts from 'virtual:boot-scripts'
import pageFiles from 'virtual:page-files'
import { HOME_PATH, type Ask, type PageWish, type PageWritten, type Writer } from '../../contract/pages.ts'
import type { Asks } from '../lib/asking.ts'
import type { Locale } from '../../client/locale/locale.ts'
import { pageTitleOf } from '../lib/pageTitle.ts'
import { HOME_ASKS, homeAnswers } from '../lib/sale/index.ts'
import { setPageLocation } from './navigation/index.ts'
import { messages as en } from '../locales/en.po'
import { messages as peopleEn } from '../locales/people/en.po'
import { messages as peopleZh } from '../locales/people/zh.po'
import { messages as zh } from '../locales/zh.po'
import { messages as textsEn } from '../../texts/locales/en.po'
import { messages as textsZh } from '../../texts/locales/zh.po'
import { App, screenOf } from './App.tsx'
import { createAppRouter } from './createAppRouter.ts'
import { Home } from './Home.tsx'
import { fillHome, fillPage } from './pageData.ts'

const TEXTS: Readonly<Record<Locale, Messages>> = {
  zh: { ...zh, ...peopleZh, ...textsZh },
  en: { ...en, ...peopleEn, ...textsEn },
}
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const scripts: Writer['scripts'] = { afterPaint: bootScripts.afterPaint, earlyPress: bootScripts.earlyPress }

/** A page as the app draws it: readable before its scripts load, then hydrated. */
export const writePage: Writer['writePage'] = (wish, ask) =>
  wish.href === HOME_PATH ? writeHome(wish, ask) : writeRoute(wish, ask)

/** The client of one page, for a reader who has signed in or has not: no two pages share anything that changes. */
function clientFor({ locale, known, href }: PageWish): Client {
  const client = createClient({
    ...withoutBrowser(),
    cookies: memoryCookies(known ? { [COOKIES.sellerToken]: 'known' } : {}),
    origin: '',
    locale,
    fetch: () => Promise.reject(new Error('a page asks the server that writes it')),
    socket: null,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after: () => () => undefined,
    },
    random: () => 0,
  })
  i18nOf(client).loadAndActivate({ locale, messages: TEXTS[locale] })
  setPageLocation(client, { pathname: pathOf(href), href })
  return client
}

/** Any page but the home page. Its loaders call the API, and their answers are delivered with it. */
async function writeHome(wish: PageWish, ask: Ask): Promise<PageWritten | null> {
  const { locale, known, at } = wish
  const queries = new Queries(clientFor(wish), { defaultOptions: { queries: FOREVER } })
  const [schedules, practice] = await Promise.all([
    ask('scheduleList', HOME_ASKS.schedules),
    ask('scheduleList', HOME_ASKS.practice),
  ])
  if (schedules === null || practice === null) return null
  const data = { locale, known, at, answers: homeAnswers(schedules, practice) }
  fillHome(queries, data, at)
  const markup = await draw(queries, <Home />)
  return { title: null, markup, data, head: '' }
}

/** The page redirects, or shows missing or failed data: the app handles that better, with retries. */
async function writeRoute(wish: PageWish, ask: Ask): Promise<PageWritten | null> {
  const { href, locale, known, at } = wish
  const client = clientFor(wish)
  const queries = new Queries(client, {
    defaultOptions: { queries: { ...FOREVER, retry: false, persister: answeredBy(ask) } },
  })
  const router = createAppRouter(
    { client, queries, localeReady: Promise.resolve() },
    createMemoryHistory({ initialEntries: [href] }),
    'http://localhost',
  )
  await router.load()
  const asked = queries.getQueryCache().getAll()
  const settled = await Promise.allSettled(asked.map(async ({ promise }) => promise))
  const { location, matches } = router.state
  const pathname = pathOf(href)
  // It leads elsewhere, or shows that something is missing or failed: the app says so better, and again when it is
  // put right.
  if (
    location.pathname !== pathname ||
    matches.some(({ status }) => status !== 'success') ||
    settled.some(({ status }) => status === 'rejected')
  )
    return null
  const data = { locale, known, at, answers: asked.map(({ queryKey: key, state }) => ({ key, data: state.data })) }
  fillPage(queries, data)
  const markup = await draw(queries, <RouterProvider router={router} />)
  return { title: pageTitleOf(client).get(), markup, data, head: pageFiles[pathname]?.[locale] ?? '' }
}

/** Waits for the parts that the app fetches when they are drawn. */
async function draw(queries: Queries, page: ReactNode): Promise<string> {
  screenOf(queries.client).set(page)
  // In one piece: React would send what is large later, with inline scripts that put it into its place.
  const { prelude } = await prerender(<App queries={queries} onReady={ready} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const markup = await new Response(prelude).text()
  queries.clear()
  return markup
}

const ready = (): void => {}
const pathOf = (href: string): string => href.split('?', 1)[0] ?? href

/** Replaces the network. Only public calls are answered. */
const answeredBy =
  (ask: Ask): QueryPersister =>
  async (_, { meta }) => {
    const asks = meta?.['asks']
    const answer: unknown = isAsks(asks) ? await ask(asks.call, asks.sent) : null
    if (answer === null) throw new Error('no answer')
    return answer
  }

const isAsks = (value: unknown): value is Asks =>
  typeof value === 'object' && value !== null && 'call' in value && 'sent' in value
