import type { Locale } from '../../../contract/constants.ts'
import * as calls from '../../../contract/calls/index.ts'
import { findDocument, findNews, listDocuments, listNews } from '../../store/content.ts'
import type { DocumentRow, NewsRow } from '../../store/content.ts'
import type { Db } from '../../store/open.ts'
import { slice } from '../../store/page.ts'
import { data, missing, rows } from '../answer.ts'
import { anyone } from '../route.ts'

const OPEN = { open: true } as const

/** Public texts. */
export const contentRoutes = (db: Db) => ({
  newsList: anyone(
    calls.newsList,
    async ({ query, locale, at }) => {
      const found = await listNews(db, { ...slice(query), at, type: query.type === 0 ? undefined : query.type })
      return rows(
        found.rows.map((row) => newsOf(row, locale)),
        found.total,
      )
    },
    OPEN,
  ),
  newsInfo: anyone(
    calls.newsInfo,
    async ({ params, locale, at }) => {
      const found = await findNews(db, params.newsId)
      return found && found.publishedAt <= at
        ? data({ ...newsOf(found, locale), body: bodyOf(found, locale) })
        : missing()
    },
    OPEN,
  ),
  documentList: anyone(
    calls.documentList,
    async ({ query, locale }) => rows((await listDocuments(db, query.kind)).map((row) => documentOf(row, locale))),
    OPEN,
  ),
  documentInfo: anyone(
    calls.documentInfo,
    async ({ params, locale }) => {
      const found = await findDocument(db, params.name)
      // An agreement is read by its company, filled in.
      return found && found.kind !== 'agreement'
        ? data({ ...documentOf(found, locale), body: bodyOf(found, locale) })
        : missing()
    },
    OPEN,
  ),
})

type Titled = Pick<NewsRow, 'titleZh' | 'titleEn' | 'summaryZh' | 'summaryEn'>
const headOf = (row: Titled, locale: Locale) =>
  locale === 'zh' ? { title: row.titleZh, summary: row.summaryZh } : { title: row.titleEn, summary: row.summaryEn }
const bodyOf = (row: Pick<NewsRow, 'bodyZh' | 'bodyEn'>, locale: Locale): string =>
  locale === 'zh' ? row.bodyZh : row.bodyEn

const newsOf = (row: Omit<NewsRow, 'bodyZh' | 'bodyEn'>, locale: Locale) => ({
  newsId: row.id,
  type: row.type,
  publishedTime: row.publishedAt,
  ...headOf(row, locale),
})
const documentOf = (row: Omit<DocumentRow, 'bodyZh' | 'bodyEn'>, locale: Locale) => ({
  name: row.name,
  version: row.version,
  changedTime: row.changedAt,
  ...headOf(row, locale),
})
