import * as z from 'zod'
import { call } from '../call.ts'
import { NEWS_TYPES } from '../constants.ts'
import { Id, Page, Time } from '../scalars.ts'
import { wire } from '../wire.ts'

/** 0 means every type, as in the top menu's link (spec §2). */
export const NewsType = z.coerce
  .number()
  .pipe(
    z.union([z.literal(0), z.literal(NEWS_TYPES.notice), z.literal(NEWS_TYPES.market), z.literal(NEWS_TYPES.platform)]),
  )

export const NewsRow = z.object({
  newsId: Id,
  type: z.number().int(),
  title: z.string(),
  /** One sentence. */ summary: z.string(),
  publishedTime: Time,
})
export const newsList = call({
  ...wire.newsList,
  about:
    'News, newest first, in the request’s language. `type` 0, or none, is all of them: 1 notices, 2 the market, 3 the platform.',
  query: Page.extend({ type: NewsType.optional() }),
  rows: NewsRow,
})
export const newsInfo = call({
  ...wire.newsInfo,
  about: 'One article. `body` is Markdown.',
  params: z.object({ newsId: Id }),
  data: NewsRow.extend({ body: z.string() }),
})

export const DocumentKind = z.enum(['rule', 'agreement', 'help'])
export const DocumentRow = z.object({
  /** Its name in an address: `rules`, `privacy`, `help-ceilings`. */
  name: Id,
  title: z.string(),
  summary: z.string(),
  version: z.number().int(),
  changedTime: Time,
})
export const documentList = call({
  ...wire.documentList,
  about:
    'Texts that bind every user of the platform (`rule`), that a company signs (`agreement`, its name alone: it is filled in for each company), or that help (`help`), in the order of reading.',
  query: z.strictObject({ kind: DocumentKind }),
  rows: DocumentRow,
})
export const documentInfo = call({
  ...wire.documentInfo,
  about: 'One such text. `body` is Markdown.',
  params: z.object({ name: Id }),
  data: DocumentRow.extend({ body: z.string() }),
})
