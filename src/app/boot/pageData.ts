import { PAGE_DATA, type PageData } from '../../contract/pages.ts'
import { setWrittenAt } from '../lib/clock/useNow.ts'
import { setWritten } from '../lib/sale/index.ts'
import { keepWritten } from './keepWritten.ts'
import type { Queries } from '../lib/client.ts'

/** Seeds the query cache with the page's answers and sets its time. */
export function fillPage(queries: Queries, { at, answers }: PageData): void {
  showTime(queries, at)
  for (const { key, data } of answers) queries.setQueryData(key, data, { updatedAt: at })
}

/** The same for the home page: its answers are used until the reader's own are loaded. */
export function fillHome(queries: Queries, data: PageData, now: number): void {
  showTime(queries, data.at)
  setWritten(queries, data, now)
}

const showTime = ({ client }: Queries, at: number): void => setWrittenAt(client, Math.floor(at / 1000) * 1000)

/**
 * Takes over the server-written page if its language and sign-in state match the reader's. Its answers are cached like
 * fetched ones.
 */
export function takePage(queries: Queries): boolean {
  const written = pageData(queries)
  if (!written) return false
  fillPage(queries, written)
  keepWritten(queries.client, written)
  return true
}

/** The answer cache's code is not needed for a first visit: like the router, it loads later. */
const HOME_KEEP_MS = 3_000

export function takeHome(queries: Queries): boolean {
  const written = pageData(queries)
  if (!written) return false
  fillHome(queries, written, Date.now())
  keepWritten(queries.client, written, HOME_KEEP_MS)
  return true
}

function pageData({ client: { locale, session } }: Queries): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent
  if (!text) return null
  // From this app's own server, by the very file that this app was built with.
  const written = JSON.parse(text) as PageData
  return written.locale === locale && written.known === (session.token.get() !== null) ? written : null
}
