import { hashKey } from '@tanstack/react-query'
import type { Client } from '../../client/client.ts'
import { PAGE_DATA, type PageData } from '../../contract/pages.ts'
import type { Queries } from '../lib/client.ts'
import { fillPage } from '../lib/written.ts'
import { whenQuiet } from './idle.ts'

/**
 * Takes over the server-written page if its language and sign-in state match the reader's. Its answers are cached like
 * fetched ones, once the page has been quiet for `quietMs`.
 */
export function takePage(queries: Queries, quietMs = 0): boolean {
  const { client } = queries
  const text = document.getElementById(PAGE_DATA)?.textContent
  if (!text) return false
  // The JSON comes from this app's own server, written by the code that this app was built with.
  const written = JSON.parse(text) as PageData
  if (written.locale !== client.locale || written.known !== (client.session.token.get() !== null)) return false
  fillPage(queries, written, Date.now())
  whenQuiet(() => keep(client, written), quietMs)
  return true
}

/** Caches the answers of the page for everyone: the server writes public answers only. */
async function keep(client: Client, { at, answers }: PageData): Promise<void> {
  const { writeAnswer } = await import('../../client/device/answerCache.ts')
  for (const { key, data } of answers)
    await writeAnswer(client, { name: hashKey(key), audience: 'everyone', account: null }, { at, data })
}
