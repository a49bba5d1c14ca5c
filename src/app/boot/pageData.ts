import type { QueryClient } from '@tanstack/react-query'
import { PAGE_DATA, type PageData } from '../../contract/pages.ts'
import { setWrittenAt } from '../lib/clock/useNow.ts'
import { setWritten } from '../lib/sale/index.ts'
import { keepWritten } from './keepWritten.ts'
import { currentLocale } from '../../client/locale/current.ts'
import { sellerToken } from '../../client/session/index.ts'

/** The answers that came with a page, and the time that it shows. */
export function fillPage(client: QueryClient, { at, answers }: PageData): void {
  showTime(at)
  for (const { key, data } of answers) client.setQueryData(key, data, { updatedAt: at })
}

/** The same for the home page: its answers stand in for the reader's own until those are here. */
export function fillHome(client: QueryClient, data: PageData, now: number): void {
  showTime(data.at)
  setWritten(client, data, now)
}

const showTime = (at: number): void => setWrittenAt(Math.floor(at / 1000) * 1000)

/**
 * Takes over what the server wrote into a page, if it did so in this language and for a reader like this one. Its
 * answers are kept like any other.
 */
export function takePage(client: QueryClient): boolean {
  const written = pageData()
  if (!written) return false
  fillPage(client, written)
  keepWritten(written)
  return true
}

/** What keeps answers is no part of a first visit: it comes after the first look, as the router does. */
const HOME_KEEP_MS = 3_000

export function takeHome(client: QueryClient): boolean {
  const written = pageData()
  if (!written) return false
  fillHome(client, written, Date.now())
  keepWritten(written, HOME_KEEP_MS)
  return true
}

function pageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA)?.textContent
  if (!text) return null
  // From this app's own server, by the very file that this app was built with.
  const written = JSON.parse(text) as PageData
  return written.locale === currentLocale() && written.known === (sellerToken.get() !== null) ? written : null
}
