import { queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { asking } from '../../lib/asking.ts'
import { TEXT_STALE_MS } from '../../lib/documents.ts'
import { pageQuery } from '../../lib/paging.ts'

export const newsListQuery = (type: number, page: number, size: number = PAGE_SIZE) =>
  queryOptions({
    queryKey: ['news', type, page, size],
    ...asking('newsList', { query: { type: String(type), ...pageQuery({ page, size }) } }),
    staleTime: TEXT_STALE_MS,
  })

/** The newest articles, for the home page. */
export const latestNewsQuery = newsListQuery(0, 1, 10)

export const newsQuery = (newsId: string) =>
  queryOptions({ queryKey: ['news', newsId], ...asking('newsInfo', { params: { newsId } }), staleTime: TEXT_STALE_MS })

export const bannersQuery = queryOptions({
  queryKey: ['banners'],
  ...asking('bannerList', {}),
  staleTime: TEXT_STALE_MS,
})
