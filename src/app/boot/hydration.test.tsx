import { hydrateRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SIGNED_IN_USER } from '../../../tests/support/signed-in-user.ts'
import { COOKIES, type Locale } from '../../contract/constants.ts'
import { PAGE_DATA } from '../../contract/pages.ts'
import { screenRows } from '../../contract/screens.ts'
import type { Send } from '../../client/calls/index.ts'
import { createClient } from '../../client/client.ts'
import { browserPorts } from '../../client/ports/browser.ts'
import { memoryCookies } from '../../client/ports/memory.ts'
import { wholeLocale } from '../lib/i18n/index.ts'
import { createQueries } from '../lib/query.ts'
import { settingsQuery } from '../lib/settings.ts'
import { userQuery } from '../lib/user.ts'
import { menuQuery } from '../lib/menu.ts'
import { App } from './App.tsx'
import { startRouter } from './router.tsx'
import { writePage } from './writePages.tsx'

const both = { zh: '', en: '' }
const SETTINGS = {
  help: both,
  payment: both,
  question: both,
  about: both,
  companyAddress: both,
  copyright: both,
  appAddress: '',
  phone: '400-820-1234',
  licences: [],
  shop: 'https://shop.example',
}
const TIME = '2026-11-20T06:00:00.000Z'

/** What a server says; `said` is in every text, so that a later answer differs from the written one. */
function answerTo(call: string, said: string): unknown {
  const text = { title: said, summary: said, body: said }
  const article = { newsId: 'n1', type: 1, publishedTime: TIME, ...text }
  const document_ = { name: 'rules', version: 1, changedTime: TIME, ...text }
  const answers: Readonly<Record<string, unknown>> = {
    newsList: { rows: [article], total: 1 },
    newsInfo: article,
    documentList: { rows: [document_], total: 1 },
    documentInfo: document_,
    scheduleList: { rows: [], total: 0 },
    lotBoard: { rows: [], total: 0 },
    settings: SETTINGS,
    getUserInfo: SIGNED_IN_USER,
    getRouters: [],
  }
  return answers[call] ?? null
}

// jsdom has none; the footer's texts come when it is seen, which is later than this.
beforeEach(() =>
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  ),
)
let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** React has taken an element over once it has stored the element's props there. */
const isTaken = (element: Element | null): boolean =>
  element !== null && Object.keys(element).some((key) => key.startsWith('__reactProps'))

/** Takes a written page over: all is answered anew once the shell is taken over, before the page within is. */
async function takeOver(href: string, locale: Locale, known: boolean) {
  const asked: string[] = []
  const page = await writePage({ href, locale, known, at: Date.now() }, (call) => {
    asked.push(call)
    return Promise.resolve(answerTo(call, 'written'))
  })
  if (page === null) throw new Error(`${href} is not written`)
  const data = document.createElement('script')
  Object.assign(data, { type: 'application/json', id: PAGE_DATA, textContent: JSON.stringify(page.data) })
  const place = document.createElement('div')
  place.innerHTML = page.markup
  document.body.append(place, data)
  history.replaceState(null, '', href)
  const client = createClient({
    ...browserPorts(),
    locale,
    cookies: memoryCookies(known ? { [COOKIES.sellerToken]: 'known' } : {}),
    send: ((call: string) => Promise.resolve(answerTo(call, 'later'))) as Send,
  })
  const queries = createQueries(client, () => {})
  const { written } = await startRouter({ client, queries, localeReady: wholeLocale(client) })
  expect(written).toBe(true)
  const refused: string[] = []
  let takenAtFirst: boolean | null = null
  const content = place.querySelector('main h1')
  document.title = ''
  root = hydrateRoot(
    place,
    <App
      queries={queries}
      onReady={() => {
        takenAtFirst = isTaken(content)
        queries.setQueryData(settingsQuery.queryKey, SETTINGS as never)
        if (known) queries.setQueryData(userQuery.queryKey, SIGNED_IN_USER)
        if (known) queries.setQueryData(menuQuery.queryKey, [])
        page.data.answers.forEach(({ key }, nth) => queries.setQueryData(key, answerTo(asked[nth] ?? '', 'later')))
      }}
    />,
    { onRecoverableError: (error) => refused.push(String(error)) },
  )
  // The page's own part names the document once it is committed.
  await vi.waitFor(() => expect(document.title).not.toBe(''), { timeout: 15_000 })
  return { refused, takenAtFirst }
}

/** A page that needs a query to show something. */
const QUERIES: Readonly<Record<string, string>> = { '/news/detail': '?id=n1', '/home/list': '?list=deal' }
const PAGES = screenRows.flatMap(({ name, path, written }) =>
  written && name !== 'Index'
    ? (['zh', 'en'] as const).flatMap((locale) =>
        (written.anonymousOnly ? [false] : [false, true]).map((known) => ({
          href: path + (QUERIES[path] ?? ''),
          locale,
          known,
        })),
      )
    : [],
)
test.each(PAGES)(
  '$href in $locale, signed in: $known, is taken over as it is written, however early anything is answered',
  async ({ href, locale, known }) => {
    const { refused, takenAtFirst } = await takeOver(href, locale, known)
    expect(refused).toEqual([])
    // Otherwise the answers came too late for this test to show anything.
    expect(takenAtFirst).toBe(false)
  },
)
