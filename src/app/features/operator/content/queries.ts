import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, RowOf } from '../../../../client/calls/index.ts'
import { clientOf } from '../../../lib/client.ts'
import { pageOf } from '../search.ts'
import type { ContentSearch } from './search.ts'

export type NewsRow = RowOf<'newsEditList'>
export type BannerRow = RowOf<'bannerEditList'>
export type DocumentRow = RowOf<'documentList'>
export type NewsInfo = AnswerOf<'newsEditInfo'>
export type DocumentInfo = AnswerOf<'documentEditInfo'>
export type BannerInfo = AnswerOf<'bannerEditInfo'>

/** The device does not cache these answers: other operators change the content. */
const fleeting = { fleeting: true }

export const newsEditListQuery = (search: ContentSearch) => {
  const query = pageOf(search)
  return queryOptions({
    queryKey: ['desk', 'content', 'news', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('newsEditList', { query }, { signal }),
    placeholderData: keepPreviousData,
    meta: fleeting,
  })
}

export const bannerEditListQuery = queryOptions({
  queryKey: ['desk', 'content', 'banners'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('bannerEditList', {}, { signal }),
  meta: fleeting,
})

/** Rules first, then the agreement of companies, then help. */
export const documentEditListQuery = queryOptions({
  queryKey: ['desk', 'content', 'documents'],
  queryFn: async ({ client, signal }) => {
    const { calls } = clientOf(client)
    const lists = await Promise.all(
      (['rule', 'agreement', 'help'] as const).map((kind) =>
        calls.send('documentList', { query: { kind } }, { signal }),
      ),
    )
    return { rows: lists.flatMap(({ rows }) => rows), total: 0 }
  },
  meta: fleeting,
})

const asked = (version: number | null) => ({ query: version === null ? {} : { version: String(version) } })
const keyOf = (kind: string, id: string, version: number | null) => ['desk', 'content', kind, id, version ?? 'newest']

export const newsEditQuery = (newsId: string, version: number | null = null) =>
  queryOptions({
    queryKey: keyOf('article', newsId, version),
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('newsEditInfo', { params: { newsId }, ...asked(version) }, { signal }),
    meta: fleeting,
  })
export const documentEditQuery = (name: string, version: number | null = null) =>
  queryOptions({
    queryKey: keyOf('document', name, version),
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('documentEditInfo', { params: { name }, ...asked(version) }, { signal }),
    meta: fleeting,
  })
export const bannerEditQuery = (bannerId: string, version: number | null = null) =>
  queryOptions({
    queryKey: keyOf('banner', bannerId, version),
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('bannerEditInfo', { params: { bannerId }, ...asked(version) }, { signal }),
    meta: fleeting,
  })
