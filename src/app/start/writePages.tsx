import { i18n } from '@lingui/core'
import { QueryClient, type QueryPersister } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import pageFiles from 'virtual:page-files'
import type { Ask, Writer } from '../../contract/pages.ts'
import type { Asks } from '../lib/api/asking.ts'
import { setCurrentLocale } from '../lib/i18n/current.ts'
import type { Locale } from '../lib/i18n/locale.ts'
import { pageTitle } from '../lib/pageTitle.ts'
import { sellerToken } from '../lib/session/index.ts'
import { setHere } from '../lib/way/index.ts'
import { messages as en } from '../locales/en.po'
import { messages as peopleEn } from '../locales/people/en.po'
import { messages as peopleZh } from '../locales/people/zh.po'
import { messages as zh } from '../locales/zh.po'
import { messages as textsEn } from '../../texts/locales/en.po'
import { messages as textsZh } from '../../texts/locales/zh.po'
import { App, screen } from './App.tsx'
import { createAppRouter } from './createAppRouter.ts'
import { Home } from './Home.tsx'
import { fillHome } from './homeData.ts'
import { fillPage } from './pageData.ts'

i18n.load({ zh: { ...zh, ...peopleZh, ...textsZh }, en: { ...en, ...peopleEn, ...textsEn } })

/** As React marks a part that was not here. */
const MISSING = '<!--$!-->'
const LATER_PARTS = 3
const FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY }

/** The home page as the app draws it: read before any script is here, then taken over as it stands. */
export const writeHome: Writer['writeHome'] = (data) =>
  inTurn(() => {
    const client = new QueryClient({ defaultOptions: { queries: FOREVER } })
    speakTo(data)
    fillHome(client, data, data.at)
    const markup = draw(client, '/index', <Home />)
    client.clear()
    return markup
  })

/** Any other page. Its loaders ask, and what was answered goes with it. */
export const writePage: Writer['writePage'] = ({ href, locale, known, at }, ask) =>
  inTurn(async () => {
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
    // It leads elsewhere, or shows that something is missing or failed: the app says so better, and again when it is put right.
    if (
      location.pathname !== pathname ||
      matches.some(({ status }) => status !== 'success') ||
      settled.some(({ status }) => status === 'rejected')
    )
      return null
    const data = { locale, known, at, answers: queries.map(({ queryKey: key, state }) => ({ key, data: state.data })) }
    fillPage(client, data)
    const page = <RouterProvider router={router} />
    let markup = draw(client, href, page)
    // Parts that come later are asked for when they are drawn, and here are here at once.
    for (let again = 0; again < LATER_PARTS && markup.includes(MISSING); again++) {
      await new Promise<void>((resolve) => {
        setTimeout(resolve)
      })
      markup = draw(client, href, page)
    }
    client.clear()
    return { title: pageTitle.get(), markup, data, head: pageFiles[pathname]?.[locale] ?? '' }
  })

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

function draw(client: QueryClient, href: string, page: ReactNode): string {
  const pathname = href.split('?', 1)[0] ?? href
  setHere({ pathname, href })
  pageTitle.set(null)
  screen.set(page)
  return renderToString(<App client={client} onReady={ready} />)
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
