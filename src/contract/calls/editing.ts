import * as z from 'zod'
import { call } from '../call.ts'
import { NEWS_TYPES } from '../constants.ts'
import { says } from '../people.ts'
import { Id, Keyword, Page, Text, Time } from '../scalars.ts'
import { wire } from '../wire.ts'
import { DocumentKind } from './content.ts'

// The operator's texts for readers. A save names the version that it began from and answers 409 if a newer one exists.
// Every version is kept and can be read by its number.

const Line = Text.trim().min(1)
const Version = z.int().min(0)
const int = z.number().int()

/** Signs that nest, one after another: beyond the limit a parser runs out of stack, on the server and for each reader. */
const NESTED = /(?:[>*_~][ \t]*){301}/
const Markdown = Line.max(10_000).refine((text) => !NESTED.test(text), says('markupRepeats'))

/** In both languages; bodies are Markdown. */
export const WrittenContent = z.strictObject({
  titleZh: Line.max(120),
  titleEn: Line.max(120),
  summaryZh: Line.max(300),
  summaryEn: Line.max(300),
  bodyZh: Markdown,
  bodyEn: Markdown,
})
const { notice, market, platform } = NEWS_TYPES
export const ArticleContent = WrittenContent.extend({
  type: z.union([z.literal(notice), z.literal(market), z.literal(platform)]),
  /** Readers see it from this time on. */ publishedTime: Time,
})

/** The address of a picture of the picture store. */
export const PICTURE_ADDRESS = /^\/common\/pictures\/up-[0-9a-f]{24}-[0-9a-f]{24}\.avif$/
/** A page of the app, or an external address; empty: no link. */
const Leads = z.union([z.literal(''), Text.regex(/^\/(?![/\\])/).max(500), z.url({ protocol: /^https$/ }).max(500)])
export const BannerContent = z
  .strictObject({
    titleZh: Line.max(60),
    titleEn: Line.max(60),
    textZh: Text.trim().max(160),
    textEn: Text.trim().max(160),
    href: Leads,
    /** As answered by `contentPicture`; `null`: text only. */ picture: Text.regex(PICTURE_ADDRESS).nullable(),
    /** Place among the banners, from 1. */ position: z.int().min(1).max(99),
    shownFrom: Time,
    /** `null`: until it is taken down. */ shownUntil: Time.nullable(),
  })
  .refine(({ shownFrom, shownUntil }) => shownUntil === null || shownUntil > shownFrom, { path: ['shownUntil'] })

const EditedVersion = z.object({
  version: int,
  savedAt: Time,
  /** `null`: delivered with the platform. */ savedBy: z.string().nullable(),
})
/** `version`: an earlier version; absent: the newest. */
const Which = z.strictObject({ version: z.stringFormat('version', /^\d{1,6}$/).optional() })
const edited = <T extends z.ZodType>(content: T) =>
  z.object({
    version: int,
    /** Of the requested version. */ content,
    /** Newest first. */ versions: z.array(EditedVersion),
  })

export const newsEditList = call({
  ...wire.newsEditList,
  about: 'Articles, planned ones too, newest first. Permission `content:news:edit`.',
  query: Page.extend({ keyword: Keyword.optional() }),
  rows: z.object({
    newsId: Id,
    type: int,
    titleZh: z.string(),
    titleEn: z.string(),
    publishedTime: Time,
    version: int,
  }),
})
export const newsEditInfo = call({
  ...wire.newsEditInfo,
  about: 'An article as it is written, in both languages. Permission `content:news:edit`.',
  params: z.object({ newsId: Id }),
  query: Which,
  data: edited(ArticleContent).extend({ newsId: Id }),
})
export const newsSave = call({
  ...wire.newsSave,
  about:
    'Write an article (`newsId: null`), or change one. A version that is no longer the newest: 409. Permission `content:news:edit`.',
  body: z.strictObject({ newsId: Id.nullable(), version: Version, content: ArticleContent }),
  data: z.object({ newsId: Id, version: int }),
})
export const newsDelete = call({
  ...wire.newsDelete,
  about: 'Take an article out. Its versions are kept. Permission `content:news:edit`.',
  body: z.strictObject({ newsId: Id, version: Version }),
})

export const documentEditInfo = call({
  ...wire.documentEditInfo,
  about: 'A rule, an agreement or a help text as it is written. Permission `content:document:edit`.',
  params: z.object({ name: Id }),
  query: Which,
  data: edited(WrittenContent).extend({ name: Id, kind: DocumentKind }),
})
export const documentSave = call({
  ...wire.documentSave,
  about:
    'Change a rule, an agreement or a help text; readers see it at once. The agreement of companies (`company-agreement`) keeps its gaps for their data, and companies that have not signed yet get the new text. A version that is no longer the newest: 409. Permission `content:document:edit`.',
  body: z.strictObject({ name: Id, version: Version, content: WrittenContent }),
  data: z.object({ name: Id, version: int }),
})

export const bannerEditList = call({
  ...wire.bannerEditList,
  about:
    'Banners of the home page, in their order; also those that are not shown now. Permission `content:banner:edit`.',
  rows: z.object({
    bannerId: Id,
    titleZh: z.string(),
    titleEn: z.string(),
    position: int,
    shownFrom: Time,
    shownUntil: Time.nullable(),
    version: int,
  }),
})
export const bannerEditInfo = call({
  ...wire.bannerEditInfo,
  about: 'A banner as it is written. Permission `content:banner:edit`.',
  params: z.object({ bannerId: Id }),
  query: Which,
  data: edited(BannerContent).extend({ bannerId: Id }),
})
export const bannerSave = call({
  ...wire.bannerSave,
  about:
    'Make a banner (`bannerId: null`), or change one. A version that is no longer the newest: 409. Permission `content:banner:edit`.',
  body: z.strictObject({ bannerId: Id.nullable(), version: Version, content: BannerContent }),
  data: z.object({ bannerId: Id, version: int }),
})
export const bannerDelete = call({
  ...wire.bannerDelete,
  about: 'Take a banner down for good. Its versions are kept. Permission `content:banner:edit`.',
  body: z.strictObject({ bannerId: Id, version: Version }),
})

export const contentPicture = call({
  ...wire.contentPicture,
  about:
    'Makes an uploaded picture of one’s own public, and gives its address for a text: `![words](address)`. Repeating it changes nothing. Any of the permissions `content:news:edit`, `content:document:edit`, `content:banner:edit`.',
  body: z.strictObject({ /** As answered by the upload. */ fileName: Text.max(200) }),
  data: z.object({ picture: z.string() }),
})

export const bannerList = call({
  ...wire.bannerList,
  about: 'Banners that the home page shows now, in the request’s language.',
  rows: z.object({
    bannerId: Id,
    title: z.string(),
    text: z.string(),
    href: z.string(),
    picture: z.string().nullable(),
  }),
})
