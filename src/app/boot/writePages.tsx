import { i18nOf } from '../lib/i18n/i18n.ts'
import { Queries } from '../lib/client.ts'
import { COOKIES } from '../../contract/constants.ts'
import { createClient, type Client } from '../../client/client.ts'
import { memoryCookies, withoutBrowser } from '../../client/ports/memory.ts'
import type { Messages } from '@lingui/core'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import bootScripts from 'virtual:boot-scripts'
import pageFiles from 'virtual:page-files'
import { HOME_PATH, type Ask, type PageWish, type Writer } from '../../contract/pages.ts'
import type { Send } from '../../client/calls/index.ts'
import type { Locale } from '../../client/locale/locale.ts'
import { pageTitleOf } from '../lib/pageTitle.ts'
import { fillPage } from '../lib/written.ts'
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

const TEXTS: Readonly<Record<Locale, Messages>> = {
  zh: { ...zh, ...peopleZh, ...textsZh },
  en: { ...en, ...peopleEn, ...textsEn },
}
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const scripts: Writer['scripts'] = { afterPaint: bootScripts.afterPaint, earlyPress: bootScripts.earlyPress }

/** The client of one page, for a reader who is signed in or not. Pages share no mutable state. */
function clientFor({ locale, known, href }: PageWish, ask: Ask): Client {
  const client = createClient({
    ...withoutBrowser(),
    cookies: memoryCookies(known ? { [COOKIES.sellerToken]: 'known' } : {}),
    origin: '',
    locale,
    fetch: () => Promise.reject(new Error('a page asks the server that writes it')),
    send: answeredBy(ask),
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

/**
 * Writes a page as the app draws it: readable before its scripts load, then hydrated. The route's loader calls the
 * server, and the answers are embedded. Null when the page redirects, or shows missing or failed data: the app handles
 * those better, with retries.
 */
export const writePage: Writer['writePage'] = async (wish, ask) => {
  const { href, locale, known, at } = wish
  const client = clientFor(wish, ask)
  const asked = new Queries(client, { defaultOptions: { queries: { ...FOREVER, retry: false } } })
  const router = createAppRouter(
    { client, queries: asked, localeReady: Promise.resolve() },
    createMemoryHistory({ initialEntries: [href] }),
    'http://localhost',
  )
  await router.load()
  const all = asked.getQueryCache().getAll()
  const settled = await Promise.allSettled(all.map(async ({ promise }) => promise))
  const { location, matches } = router.state
  const pathname = pathOf(href)
  if (
    location.pathname !== pathname ||
    matches.some(({ status }) => status !== 'success') ||
    settled.some(({ status }) => status === 'rejected')
  )
    return null
  const answers = all.map(({ queryKey: key, state: { data }, meta }) =>
    meta?.personal === true ? ({ key, data, personal: true } as const) : { key, data },
  )
  const data = { locale, known, at, answers }
  // Drawn only from the data that the browser will have.
  const queries = new Queries(client, { defaultOptions: { queries: FOREVER } })
  fillPage(queries, data, at)
  const markup = await draw(queries, pathname === HOME_PATH ? <Home /> : <RouterProvider router={router} />)
  asked.clear()
  return { title: pageTitleOf(client).get(), markup, data, head: pageFiles[pathname]?.[locale] ?? '' }
}

/** Waits for lazy components, which the app fetches when they are drawn. */
async function draw(queries: Queries, page: ReactNode): Promise<string> {
  screenOf(queries.client).set(page)
  // Rendered in one piece: React would send large boundaries later, with inline scripts that move them into place.
  const { prelude } = await prerender(<App queries={queries} onReady={ready} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  const markup = await new Response(prelude).text()
  queries.clear()
  return markup
}

const ready = (): void => {}
const pathOf = (href: string): string => href.split('?', 1)[0] ?? href

/** Answers calls in place of the network. Only public calls are answered. */
const answeredBy = (ask: Ask): Send =>
  (async (call: string, sent: Parameters<Ask>[1]) => {
    const answer = await ask(call, sent)
    if (answer === null) throw new Error('no answer')
    return answer
  }) as Send
