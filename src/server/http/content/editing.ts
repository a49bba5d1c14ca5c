import { and, asc, desc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import * as z from 'zod'
import { COMPANY_AGREEMENT, fitsCompany } from '../../../contract/agreement.ts'
import { CODE } from '../../../contract/codes.ts'
import * as calls from '../../../contract/calls/index.ts'
import { DocumentKind } from '../../../contract/calls/content.ts'
import { ArticleContent, BannerContent, WrittenContent } from '../../../contract/calls/editing.ts'
import type { Instant } from '../../../domain/units.ts'
import { renewUnsigned, templateOf } from '../../company/agreement.ts'
import { fileName, parseName, uploadedFile, uploadedStem } from '../../pictures/names.ts'
import { findVersion, keepVersion, versionsOf } from '../../store/contentVersions.ts'
import type { Content } from '../../store/contentVersions.ts'
import { fileById } from '../../store/files.ts'
import type { Db } from '../../store/open.ts'
import { count, finds, slice } from '../../store/page.ts'
import type { Within } from '../../store/preparation.ts'
import { noteForm, resultOfForm } from '../../store/sentForms.ts'
import { banner, document, news, publicPicture } from '../../store/schema.ts'
import { data, done, fail, missing, refuse, rows } from '../answer.ts'
import type { Data, Failure } from '../answer.ts'
import { PICTURES_PATH } from '../pictures.ts'
import { anyone, signedIn } from '../route.ts'
import type { About } from '../route.ts'

interface Needs {
  readonly db: Db
  readonly newId: () => string
}

type Article = z.output<typeof ArticleContent>
type Written = z.output<typeof WrittenContent>
type BannerText = z.output<typeof BannerContent>
type NewsRow = typeof news.$inferSelect
type DocumentRow = typeof document.$inferSelect
type BannerRow = typeof banner.$inferSelect
/** Details of a call that changes content. */
type Acting = Pick<About, 'at' | 'onceKey' | 'note'> & { readonly by: string }

const changed = (): Failure => fail(CODE.conflict, 'edit.changed')

const writtenOf = ({ titleZh, titleEn, summaryZh, summaryEn, bodyZh, bodyEn }: Written): Written => ({
  titleZh,
  titleEn,
  summaryZh,
  summaryEn,
  bodyZh,
  bodyEn,
})
const typeOf = (type: number): Article['type'] => ArticleContent.shape.type.parse(type)
const articleOf = (row: NewsRow): Article => ({
  ...writtenOf(row),
  type: typeOf(row.type),
  publishedTime: row.publishedAt,
})
const bannerOf = ({ titleZh, titleEn, textZh, textEn, href, fileId, position, shownFrom, shownUntil }: BannerRow) => ({
  titleZh,
  titleEn,
  textZh,
  textEn,
  href,
  picture: fileId === null ? null : pictureAddress(fileId),
  position,
  shownFrom,
  shownUntil,
})
const pictureAddress = (fileId: string): string =>
  PICTURES_PATH + fileName({ stem: uploadedStem(fileId), thumb: false, format: 'avif' })
const fileOf = (address: string | null): string | null =>
  address === null ? null : uploadedFile(parseName(address.slice(PICTURES_PATH.length))?.stem ?? '')

/** The content as JSON, as `content_version` stores it. */
const encoded = <C extends z.ZodType>(schema: C, content: z.output<C>): Content =>
  z.record(z.string(), z.unknown()).parse(z.encode(schema, content))

/** News, documents and banners, edited by the operator. */
export function editingRoutes({ db, newId }: Needs) {
  /** The content of the requested version; `null`: no such version. */
  async function ofVersion<C extends z.ZodType>(
    schema: C,
    kind: 'news' | 'document' | 'banner',
    id: string,
    asked: string | undefined,
    newest: { readonly version: number; readonly content: z.output<C> },
  ): Promise<z.output<C> | null> {
    if (asked === undefined || Number(asked) === newest.version) return newest.content
    const found = await findVersion(db, kind, id, Number(asked))
    return found && z.decode(schema, found as z.input<C>)
  }

  /** Saves once per key: the same form sent again returns the first result. */
  async function save<R extends { readonly version: number }>(
    { at, by, onceKey, note }: Acting,
    given: { readonly id: string | null; readonly version: number; readonly call: string },
    how: {
      readonly lock: (tx: Within, id: string) => Promise<R | null>
      readonly add: (tx: Within, id: string) => Promise<void>
      readonly change: (tx: Within, row: R, version: number) => Promise<void>
    },
  ): Promise<Data<{ readonly id: string; readonly version: number }> | Failure> {
    return db.transaction(async (tx) => {
      const known = onceKey === null ? null : await resultOfForm(tx, by, onceKey)
      const id = given.id ?? known ?? newId()
      note({ subjectId: id })
      const row = given.id === null && known === null ? null : await how.lock(tx, id)
      if (known !== null) return row ? data({ id, version: row.version }) : missing()
      if (given.id !== null && !row) return missing()
      if (row && row.version !== given.version) return changed()
      const version = (row?.version ?? 0) + 1
      if (row) await how.change(tx, row, version)
      else await how.add(tx, id)
      if (onceKey !== null)
        await noteForm(tx, { accountId: by, key: onceKey, call: given.call, result: id, sentAt: at })
      return data({ id, version })
    })
  }

  const lockNews = async (tx: Within, id: string): Promise<NewsRow | null> =>
    (await tx.select().from(news).where(eq(news.id, id)).for('update'))[0] ?? null
  const lockDocument = async (tx: Within, name: string): Promise<DocumentRow | null> =>
    (await tx.select().from(document).where(eq(document.name, name)).for('update'))[0] ?? null
  const lockBanner = async (tx: Within, id: string): Promise<BannerRow | null> =>
    (await tx.select().from(banner).where(eq(banner.id, id)).for('update'))[0] ?? null

  return {
    newsEditList: signedIn(calls.newsEditList, async ({ query }) => {
      const { keyword } = query
      const wanted = keyword ? or(finds(news.titleZh, keyword), finds(news.titleEn, keyword)) : undefined
      const { offset, limit } = slice(query)
      const [found, [counted]] = await Promise.all([
        db.select().from(news).where(wanted).orderBy(desc(news.publishedAt), asc(news.id)).offset(offset).limit(limit),
        db.select({ total: count }).from(news).where(wanted),
      ])
      return rows(
        found.map(({ id, type, titleZh, titleEn, publishedAt, version }) => ({
          newsId: id,
          type,
          titleZh,
          titleEn,
          publishedTime: publishedAt,
          version,
        })),
        counted?.total ?? 0,
      )
    }),

    newsEditInfo: signedIn(calls.newsEditInfo, async ({ params: { newsId }, query }) => {
      const [row] = await db.select().from(news).where(eq(news.id, newsId))
      if (!row) return missing()
      const newest = { version: row.version, content: articleOf(row) }
      const content = await ofVersion(ArticleContent, 'news', newsId, query.version, newest)
      return content
        ? data({ newsId, version: row.version, content, versions: await versionsOf(db, 'news', newsId) })
        : missing()
    }),

    newsSave: signedIn(calls.newsSave, async ({ body, ...about }, { person }) => {
      const { content } = body
      const { publishedTime: publishedAt, ...texts } = content
      const keep = (tx: Within, id: string, version: number, row: NewsRow | null) =>
        keepVersion(
          tx,
          {
            kind: 'news',
            id,
            version,
            content: encoded(ArticleContent, content),
            at: about.at,
            accountId: person.id,
          },
          row && {
            version: row.version,
            content: encoded(ArticleContent, articleOf(row)),
            at: row.publishedAt,
          },
        )
      const saved = await save(
        { ...about, by: person.id },
        { id: body.newsId, version: body.version, call: 'newsSave' },
        {
          lock: lockNews,
          async add(tx, id) {
            await tx.insert(news).values({ id, ...texts, publishedAt })
            await keep(tx, id, 1, null)
          },
          async change(tx, row, version) {
            await tx
              .update(news)
              .set({ ...texts, publishedAt, version })
              .where(eq(news.id, row.id))
            await keep(tx, row.id, version, row)
          },
        },
      )
      return saved.kind === 'data' ? data({ newsId: saved.data.id, version: saved.data.version }) : saved
    }),

    newsDelete: signedIn(calls.newsDelete, ({ body }) =>
      db.transaction(async (tx) => {
        const row = await lockNews(tx, body.newsId)
        if (!row) return missing()
        if (row.version !== body.version) return changed()
        await tx.delete(news).where(eq(news.id, row.id))
        return done
      }),
    ),

    documentEditInfo: signedIn(calls.documentEditInfo, async ({ params: { name }, query }) => {
      const [row] = await db.select().from(document).where(eq(document.name, name))
      if (!row) return missing()
      const newest = { version: row.version, content: writtenOf(row) }
      const content = await ofVersion(WrittenContent, 'document', name, query.version, newest)
      const kind = DocumentKind.parse(row.kind)
      return content
        ? data({ name, kind, version: row.version, content, versions: await versionsOf(db, 'document', name) })
        : missing()
    }),

    documentSave: signedIn(calls.documentSave, async ({ body, ...about }, { person }) => {
      const { name, version, content } = body
      const template = name === COMPANY_AGREEMENT ? templateOf(content) : null
      if (template && !(fitsCompany(template.zh) && fitsCompany(template.en))) return refuse('content.agreement_gaps')
      const saved = await save(
        { ...about, by: person.id },
        { id: name, version, call: 'documentSave' },
        {
          lock: lockDocument,
          add: () => Promise.reject(new Error('documents come with the platform')),
          async change(tx, row, next) {
            await tx
              .update(document)
              .set({ ...content, version: next, changedAt: about.at })
              .where(eq(document.name, name))
            if (template) await renewUnsigned(tx, template, about.at)
            const [kind, id] = ['document' as const, name]
            await keepVersion(
              tx,
              {
                kind,
                id,
                version: next,
                content: encoded(WrittenContent, content),
                at: about.at,
                accountId: person.id,
              },
              { version: row.version, content: encoded(WrittenContent, writtenOf(row)), at: row.changedAt },
            )
          },
        },
      )
      return saved.kind === 'data' ? data({ name, version: saved.data.version }) : saved
    }),

    bannerEditList: signedIn(calls.bannerEditList, async () => {
      const found = await db.select().from(banner).orderBy(asc(banner.position), asc(banner.id))
      return rows(
        found.map(({ id, titleZh, titleEn, position, shownFrom, shownUntil, version }) => ({
          bannerId: id,
          titleZh,
          titleEn,
          position,
          shownFrom,
          shownUntil,
          version,
        })),
      )
    }),

    bannerEditInfo: signedIn(calls.bannerEditInfo, async ({ params: { bannerId }, query }) => {
      const [row] = await db.select().from(banner).where(eq(banner.id, bannerId))
      if (!row) return missing()
      const newest: { version: number; content: BannerText } = { version: row.version, content: bannerOf(row) }
      const content = await ofVersion(BannerContent, 'banner', bannerId, query.version, newest)
      return content
        ? data({ bannerId, version: row.version, content, versions: await versionsOf(db, 'banner', bannerId) })
        : missing()
    }),

    bannerSave: signedIn(calls.bannerSave, async ({ body, ...about }, { person }) => {
      const { picture, ...texts } = body.content
      const fileId = fileOf(picture)
      if (picture !== null && (fileId === null || !(await isPublic(db, fileId))))
        return refuse('content.picture_missing')
      const keep = (tx: Within, id: string, version: number) =>
        keepVersion(
          tx,
          {
            kind: 'banner',
            id,
            version,
            content: encoded(BannerContent, body.content),
            at: about.at,
            accountId: person.id,
          },
          null,
        )
      const saved = await save(
        { ...about, by: person.id },
        { id: body.bannerId, version: body.version, call: 'bannerSave' },
        {
          lock: lockBanner,
          async add(tx, id) {
            await tx.insert(banner).values({ id, ...texts, fileId, changedAt: about.at })
            await keep(tx, id, 1)
          },
          async change(tx, row, version) {
            await tx
              .update(banner)
              .set({ ...texts, fileId, version, changedAt: about.at })
              .where(eq(banner.id, row.id))
            await keep(tx, row.id, version)
          },
        },
      )
      return saved.kind === 'data' ? data({ bannerId: saved.data.id, version: saved.data.version }) : saved
    }),

    bannerDelete: signedIn(calls.bannerDelete, ({ body }) =>
      db.transaction(async (tx) => {
        const row = await lockBanner(tx, body.bannerId)
        if (!row) return missing()
        if (row.version !== body.version) return changed()
        await tx.delete(banner).where(eq(banner.id, row.id))
        return done
      }),
    ),

    contentPicture: signedIn(calls.contentPicture, async ({ body, at }, { person }) => {
      const fileId = /^\/common\/files\/([\w-]{20,60})$/.exec(body.fileName)?.[1]
      const row = fileId === undefined ? null : await fileById(db, fileId)
      if (!row || row.ownerId !== person.id || !row.type.startsWith('image/')) return refuse('content.picture_missing')
      await db.insert(publicPicture).values({ fileId: row.id, placeholder: '', publishedAt: at }).onConflictDoNothing()
      return data({ picture: pictureAddress(row.id) })
    }),

    bannerList: anyone(
      calls.bannerList,
      async ({ locale, at }) => {
        const shown = await shownBanners(db, at)
        return rows(
          shown.map((row) => ({
            bannerId: row.id,
            title: locale === 'zh' ? row.titleZh : row.titleEn,
            text: locale === 'zh' ? row.textZh : row.textEn,
            href: row.href,
            picture: row.fileId === null ? null : pictureAddress(row.fileId),
          })),
        )
      },
      { open: true },
    ),
  }
}

/** Maximum number of banners shown, in their order. */
const BANNERS_MOST = 5

const shownBanners = (db: Db, at: Instant) =>
  db
    .select()
    .from(banner)
    .where(and(lte(banner.shownFrom, at), or(isNull(banner.shownUntil), gt(banner.shownUntil, at))))
    .orderBy(asc(banner.position), asc(banner.id))
    .limit(BANNERS_MOST)

const isPublic = async (db: Db, fileId: string): Promise<boolean> =>
  (await db.select({ id: publicPicture.fileId }).from(publicPicture).where(eq(publicPicture.fileId, fileId))).length > 0
