import { hashKey, type FetchQueryOptions, type QueryKey } from '@tanstack/react-query'
import { readAnswer } from '../../client/device/answerCache.ts'
import { within } from '../../client/device/index.ts'
import { boardQuery, homeBoardQuery, salesQuery } from '../features/lotBoards/queries.ts'
import { LOT_LISTS } from '../features/lotBoards/search.ts'
import { latestNewsQuery, newsListQuery, newsQuery } from '../features/content/queries.ts'
import { documentQuery, documentsQuery } from '../lib/documents.ts'
import { layoutOf } from '../lib/layout.ts'
import { practiceQuery, schedulesQuery } from '../lib/sale/index.ts'
import { deviceSavesData } from '../lib/saveData.ts'
import { settingsQuery } from '../lib/settings.ts'
import { pageLocationOf } from './navigation/index.ts'
import { watchFilled } from '../lib/form/filled.ts'
import { watchSignOuts } from '../lib/signOuts.ts'
import { watchUserInfo } from '../lib/userInfo.ts'
import { watchStandIns } from '../ui/mending/standIns.ts'
import type { Client } from '../../client/client.ts'
import type { Queries } from '../lib/client.ts'

/**
 * What a page follows once it is open: its account, fields that the browser fills by itself, texts that it translates,
 * files that it cannot save.
 */
export function watchLate(queries: Queries): void {
  watchUserInfo(queries)
  watchSignOuts(queries)
  watchFilled()
  watchStandIns(document)
  const { userAgent } = navigator
  // The texts of a messenger's browser are fetched there alone.
  if (/MicroMessenger|DingTalk|AlipayClient/i.test(userAgent))
    void import('../lib/inApp/inApp.ts')
      .then(({ watchSaves }) => watchSaves(queries.client, userAgent))
      .catch(() => null)
}

/** The delay lets the page's own requests go first. */
const LEISURE_MS = 5_000
/** A hanging database does not block prefetching for longer than this. */
const DEVICE_MS = 10_000
/** A cached list younger than this is not fetched again. */
const LIST_MS = 3_600_000
const NEWEST = 3
const TRIES = 5
const FOREVER = Number.POSITIVE_INFINITY

/** Prefetching also runs on a weak link, one small answer at a time; not with the data saver on, and not in a room. */
const mayGoOn = (client: Client): boolean =>
  client.link.state.get().kind !== 'offline' &&
  !deviceSavesData() &&
  !layoutOf(client).get().saveData &&
  document.visibilityState === 'visible' &&
  !pageLocationOf(client).get().pathname.startsWith('/venue/')

/**
 * Prefetches public content for offline reading (the next sales, the newest news, rules, help). Interrupted work
 * resumes after a change of state. Without a worker no page would open to show the content, so it waits for one.
 */
export async function readAhead(queries: Queries): Promise<void> {
  await navigator.serviceWorker?.ready
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, LEISURE_MS))
    const done = await bringAll(queries).catch(() => false)
    if (done) return
    await change(queries.client)
  }
}

/** Resolves at a change of link, page, tab visibility or settings. */
const change = (client: Client): Promise<void> =>
  new Promise((resolve) => {
    const stops = [client.link.state, pageLocationOf(client), layoutOf(client)].map((store) => store.subscribe(heard))
    document.addEventListener('visibilitychange', heard)
    function heard(): void {
      document.removeEventListener('visibilitychange', heard)
      stops.forEach((stop) => stop())
      resolve()
    }
  })

async function bringAll(queries: Queries): Promise<boolean> {
  const bring = bringer(queries)
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
  if (!mayGoOn(queries.client)) return false
  await readCached(queries, schedulesQuery.queryKey)
  await queries.fetchInfiniteQuery({ ...schedulesQuery, staleTime: LIST_MS, retry: false })
  return true
}

/** Returns the first answer not older than `staleTime`: from memory, from the device, or from the server. */
const bringer =
  (queries: Queries) =>
  async <T, K extends QueryKey>(query: FetchQueryOptions<T, Error, T, K>, staleTime: number): Promise<T> => {
    if (!mayGoOn(queries.client)) throw new Error('not now')
    await readCached(queries, query.queryKey)
    return queries.fetchQuery({ ...query, staleTime, retry: false })
  }

async function readCached(queries: Queries, queryKey: QueryKey): Promise<void> {
  if (queries.getQueryData(queryKey) !== undefined) return
  const { client } = queries
  const key = { name: hashKey(queryKey), audience: 'everyone', account: client.session.account() } as const
  const kept = await within(DEVICE_MS, readAnswer(client, key), undefined)
  if (kept && queries.getQueryData(queryKey) === undefined)
    queries.setQueryData(queryKey, kept.data, { updatedAt: kept.at })
}
