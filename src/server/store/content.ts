import { and, asc, desc, eq, getTableColumns, lte } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { document, news } from './schema.ts'

export type NewsRow = typeof news.$inferSelect
export type DocumentRow = typeof document.$inferSelect

// Lists do not read the texts' bodies.
const { bodyZh: _newsZh, bodyEn: _newsEn, ...NEWS } = getTableColumns(news)
const { bodyZh: _zh, bodyEn: _en, ...DOCUMENTS } = getTableColumns(document)

/** News published by then, newest first. */
export async function listNews(
  db: Db,
  { type, at, offset, limit }: Slice & { readonly type?: number | undefined; readonly at: Instant },
): Promise<Listed<Omit<NewsRow, 'bodyZh' | 'bodyEn'>>> {
  const chosen = and(lte(news.publishedAt, at), type === undefined ? undefined : eq(news.type, type))
  const [rows, [counted]] = await Promise.all([
    db.select(NEWS).from(news).where(chosen).orderBy(desc(news.publishedAt), asc(news.id)).offset(offset).limit(limit),
    db.select({ total: count }).from(news).where(chosen),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export const findNews = async (db: Db, id: string): Promise<NewsRow | null> =>
  (await db.select().from(news).where(eq(news.id, id)))[0] ?? null

export const listDocuments = (db: Db, kind: string): Promise<Omit<DocumentRow, 'bodyZh' | 'bodyEn'>[]> =>
  db
    .select(DOCUMENTS)
    .from(document)
    .where(eq(document.kind, kind))
    .orderBy(asc(document.position), asc(document.name))
    .execute()

export const findDocument = async (db: Db, name: string): Promise<DocumentRow | null> =>
  (await db.select().from(document).where(eq(document.name, name)))[0] ?? null
