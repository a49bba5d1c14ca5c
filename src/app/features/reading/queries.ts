import { queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { send } from '../../lib/api/index.ts'

/** Texts change seldom; whoever goes back and forth among them need not ask each time. */
const STALE_MS = 5 * 60_000

export const newsListQuery = (type: number, page: number, size: number = PAGE_SIZE) =>
  queryOptions({
    queryKey: ['news', type, page, size],
    queryFn: ({ signal }) => send('newsList', { query: { type: String(type), pageNum: page, pageSize: size } }, { signal }),
    staleTime: STALE_MS,
  })

/** The newest, for the home page. */
export const latestNewsQuery = newsListQuery(0, 1, 10)

export const newsQuery = (newsId: string) =>
  queryOptions({ queryKey: ['news', newsId], queryFn: ({ signal }) => send('newsInfo', { params: { newsId } }, { signal }), staleTime: STALE_MS })

export const documentsQuery = (kind: 'rule' | 'help') =>
  queryOptions({ queryKey: ['documents', kind], queryFn: ({ signal }) => send('documentList', { query: { kind } }, { signal }), staleTime: STALE_MS })

export const documentQuery = (name: string) =>
  queryOptions({ queryKey: ['document', name], queryFn: ({ signal }) => send('documentInfo', { params: { name } }, { signal }), staleTime: STALE_MS })
