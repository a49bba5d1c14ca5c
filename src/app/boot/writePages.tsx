import { i18n } from '@lingui/core'
import { QueryClient, type QueryPersister } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import bootScripts from 'virtual:boot-scripts'
import pageFiles from 'virtual:page-files'
import { HOME_PATH, type Ask, type PageWish, type PageWritten, type Writer } from '../../contract/pages.ts'
import type { Asks } from '../../client/calls/asking.ts'
import { setCurrentLocale } from '../../client/locale/current.ts'
import type { Locale } from '../../client/locale/locale.ts'
import { pageTitle } from '../lib/pageTitle.ts'
import { sellerToken } from '../../client/session/index.ts'
import { HOME_ASKS, homeAnswers } from '../lib/sale/index.ts'
import { setHere } from './navigation/index.ts'
import { messages as en } from '../locales/en.po'
import { messages as peopleEn } from '../locales/people/en.po'
import { messages as peopleZh } from '../locales/people/zh.po'
import { messages as zh } from '../locales/zh.po'
import { messages as textsEn } from '../../texts/locales/en.po'
import { messages as textsZh } from '../../texts/locales/zh.po'
import { App, screen } from './App.tsx'
import { createAppRouter } from './createAppRouter.ts'
import { Home } from './Home.tsx'
import { fillHome, fillPage } from './pageData.ts'

i18n.load({ zh: { ...zh, ...peopleZh, ...textsZh }, en: { ...en, ...peopleEn, ...textsEn } })

const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

export const scripts: Writer['scripts'] = { afterPaint: bootScripts.afterPaint, earlyPress: bootScripts.earlyPress }

/** A page as the app draws it: read before any script is here, then taken over as it stands. */
export const writePage: Writer['writePage'] = (wish, ask) =>
  inTurn(() => (wish.href === HOME_PATH ? writeHome(wish, ask) : writeRoute(wish, ask)))

/** The home page begins without the router, so nothing but this asks for its answers. */
async function writeHome({ href, locale, known, at }: PageWish, ask: Ask): Promise<PageWritten | null> {
  const client = new QueryClient({ defaultOptions: { queries: FOREVER } })
  speakTo({ locale, known })
  const [schedules, practice] = await Promise.all([
    ask('scheduleList', HOME_ASKS.schedules),
    ask('scheduleList', HOME_ASKS.practice),
  ])
  if (schedules === null || practice === null) return null
  const data = { locale, known, at, answers: homeAnswers(schedules, practice) }
  fillHome(client, data, at)
  const markup = await draw(client, href, <Home />)
  client.clear()
  return { title: null, markup, data, head: '' }
}

/** Any other page. Its loaders ask, and what was answered goes with it. */
async function writeRoute({ href, locale, known, at }: PageWish, ask: Ask): Promise<PageWritten | null> {
  const client = new QueryClient({
    defaultOptions: { queries: { ...FOREVER, retry: false, persister: answeredBy(ask) } },
  })
  speakTo({ locale, known })
  const router = createAppRouter(
    { client, localeReady: Promise.resolve() },
    createMemoryHistory({ initialEntries: [href] }),
    'http://localhost',
  )
  await router.load()
  const queries = client.getQueryCache().getAll()
  const settled = await Promise.allSettled(queries.map(async ({ promise }) => promise))
  const { location, matches } = router.state
  const pathname = href.split('?', 1)[0] ?? href
  // It leads elsewhere, or shows that something is missing or failed: the app says so better, and again when it is
  // put right.
  if (
    location.pathname !== pathname ||
    matches.some(({ status }) => status !== 'success') ||
    settled.some(({ status }) => status === 'rejected')
  )
    return null
  const data = { locale, known, at, answers: queries.map(({ queryKey: key, state }) => ({ key, data: state.data })) }
  fillPage(client, data)
  const markup = await draw(client, href, <RouterProvider router={router} />)
  client.clear()
  return { title: pageTitle.get(), markup, data, head: pageFiles[pathname]?.[locale] ?? '' }
}

/** Language, reader, address and time are the app's own, once each: one page is written after the other. */
let last: Promise<unknown> = Promise.resolve()
function inTurn<T>(write: () => T | Promise<T>): Promise<T> {
  const next = last.then(write)
  last = next.catch(() => null)
  return next
}

function speakTo({ locale, known }: { readonly locale: Locale; readonly known: boolean }): void {
  setCurrentLocale(locale)
  i18n.activate(locale)
  sellerToken.set(known ? 'somebody' : null)
}

/** Waits for the parts that the app fetches when they are drawn. */
async function draw(client: QueryClient, href: string, page: ReactNode): Promise<string> {
  const pathname = href.split('?', 1)[0] ?? href
  setHere({ pathname, href })
  pageTitle.set(null)
  screen.set(page)
  // In one piece: React would send what is large later, with inline scripts that put it into its place.
  const { prelude } = await prerender(<App client={client} onReady={ready} />, {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  return new Response(prelude).text()
}

const ready = (): void => {}

/** In place of the network. What is not for everybody is not asked for. */
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
