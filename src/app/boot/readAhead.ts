import { hashKey, type FetchQueryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { readAnswer } from '../../client/device/answerCache.ts'
import { within } from '../../client/device/index.ts'
import { link } from '../../client/link/index.ts'
import { currentAccount } from '../../client/session/index.ts'
import { boardQuery, homeBoardQuery, salesQuery } from '../features/lotBoards/queries.ts'
import { LOT_LISTS } from '../features/lotBoards/search.ts'
import { latestNewsQuery, newsListQuery, newsQuery } from '../features/content/queries.ts'
import { documentQuery, documentsQuery } from '../lib/documents.ts'
import { layout } from '../lib/layout.ts'
import { practiceQuery, schedulesQuery } from '../lib/sale/index.ts'
import { deviceSavesData } from '../lib/saveData.ts'
import { settingsQuery } from '../lib/settings.ts'
import { here } from './navigation/index.ts'

/** What the page itself asks for comes first. */
const LEISURE_MS = 5_000
/** A database that hangs does not hang this up. */
const DEVICE_MS = 10_000
/** A list on the device that is younger is not asked for again. */
const LIST_MS = 3_600_000
const NEWEST = 3
const TRIES = 5
const FOREVER = Number.POSITIVE_INFINITY

/** On a weak link too, one small answer after the other; not where bytes cost money, nor where the link is the room's. */
const mayGoOn = (): boolean =>
  link.get().kind !== 'offline' &&
  !deviceSavesData() &&
  !layout.get().saveData &&
  document.visibilityState === 'visible' &&
  !here.get().pathname.startsWith('/venue/')

/**
 * Brings onto the device what everyone may read (the next sales, the newest news, rules, help). What breaks off goes on
 * when something has changed. Without a worker no page would open to read it.
 */
export async function readAhead(client: QueryClient): Promise<void> {
  await navigator.serviceWorker?.ready
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, LEISURE_MS))
    const done = await bringAll(client).catch(() => false)
    if (done) return
    await change()
  }
}

/** Of the link, the page, the tab, or of what the reader chose. */
const change = (): Promise<void> =>
  new Promise((resolve) => {
    const stops = [link, here, layout].map((store) => store.subscribe(heard))
    document.addEventListener('visibilitychange', heard)
    function heard(): void {
      document.removeEventListener('visibilitychange', heard)
      stops.forEach((stop) => stop())
      resolve()
    }
  })

async function bringAll(client: QueryClient): Promise<boolean> {
  const bring = bringer(client)
  await bring(documentQuery('rules'), FOREVER)
  await bring(practiceQuery, LIST_MS)
  await bring(salesQuery(), LIST_MS)
  for (const query of [...LOT_LISTS.map(homeBoardQuery), boardQuery('pending')]) await bring(query, LIST_MS)
  await bring(latestNewsQuery, LIST_MS)
  const news = await bring(newsListQuery(0, 1), LIST_MS)
  for (const { newsId } of news.rows.slice(0, NEWEST)) await bring(newsQuery(newsId), FOREVER)
  await bring(settingsQuery, LIST_MS)
  for (const kind of ['rule', 'help'] as const) {
    const texts = await bring(documentsQuery(kind), LIST_MS)
    for (const { name, version } of texts.rows) {
      const text = await bring(documentQuery(name), FOREVER)
      if (text.version !== version) await bring(documentQuery(name), 0)
    }
  }
  if (!mayGoOn()) return false
  await readCached(client, schedulesQuery.queryKey)
  await client.fetchInfiniteQuery({ ...schedulesQuery, staleTime: LIST_MS, retry: false })
  return true
}

/** An answer out of memory, off the device or from the server: the first that is not older than `staleTime`. */
const bringer =
  (client: QueryClient) =>
  async <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>, staleTime: number): Promise<T> => {
    if (!mayGoOn()) throw new Error('not now')
    await readCached(client, query.queryKey)
    return client.fetchQuery({ ...query, staleTime, retry: false })
  }

async function readCached(client: QueryClient, queryKey: QueryKey): Promise<void> {
  if (client.getQueryData(queryKey) !== undefined) return
  const key = { name: hashKey(queryKey), audience: 'everyone', account: currentAccount() } as const
  const kept = await within(DEVICE_MS, readAnswer(key, Date.now()), undefined)
  if (kept && client.getQueryData(queryKey) === undefined)
    client.setQueryData(queryKey, kept.data, { updatedAt: kept.at })
}
