import { hashKey, type QueryClient } from '@tanstack/react-query'
import { PAGE_DATA, type PageData } from '../../contract/pages.ts'
import { setWrittenAt } from '../lib/clock/useNow.ts'
import { currentLocale } from '../lib/i18n/current.ts'
import { afterwards } from '../lib/idle.ts'
import { sellerToken } from '../lib/session/index.ts'

/** The answers that came with the page, and the time that it shows. */
export function fillPage(client: QueryClient, { at, answers }: PageData): void {
  setWrittenAt(Math.floor(at / 1000) * 1000)
  for (const { key, data } of answers) client.setQueryData(key, data, { updatedAt: at })
}

/** What the server wrote into this page, if it did so in this language and for somebody like this one. Its answers are kept like any other. */
export function takePage(client: QueryClient): boolean {
  const text = document.getElementById(PAGE_DATA)?.textContent
  if (!text) return false
  // Of our own server, from the very file that this app was built with.
  const written = JSON.parse(text) as PageData
  if (written.locale !== currentLocale() || written.known !== (sellerToken.get() !== null)) return false
  fillPage(client, written)
  afterwards(async () => {
    const { keep } = await import('../storage/remembered.ts')
    for (const { key, data } of written.answers) await keep(hashKey(key), { at: written.at, data })
  }, 0)
  return true
}
