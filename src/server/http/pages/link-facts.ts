import { API_BASE } from '../../../contract/constants.ts'
import type { Locale } from '../../../contract/constants.ts'
import { SCREENS } from '../../../contract/screens.ts'
import type { Instant } from '../../../domain/units.ts'
import { minute } from '../../documents/document.ts'
import { fileName, parseName } from '../../pictures/names.ts'
import { findNews } from '../../store/content.ts'
import { findLot, listLots } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { findScheduleOf, findSession, NO_DRAFTS } from '../../store/schedules.ts'
import { PICTURES_PATH } from '../pictures.ts'

/** What a link shows where it is shared: public facts alone, since a link preview asks without signing in. */
export interface LinkFacts {
  readonly title: string
  readonly text: string
  /** Path of its picture below the server's origin; `null`: the app's own stands in. */
  readonly picture: string | null
}

/** What the address of a page names. */
export type LinkTarget =
  | { readonly kind: 'sale'; readonly timelineId: string }
  | { readonly kind: 'lot'; readonly lotId: string; readonly timelineId: string }
  | { readonly kind: 'news'; readonly newsId: string }

/** A room is shown as its sale. */
const ROOM = '/venue/detail'
const LOT = new RegExp(`^${SCREENS.TargetDetail.path.replace('$id', '([\\w-]+)').replace('$ids', '([\\w-]+)')}$`)

/** `null`: the page has no facts of its own. */
export function linkTargetOf(pathname: string, search: URLSearchParams): LinkTarget | null {
  const timelineId = search.get('scheduleTimelineId')
  if ((pathname === SCREENS.TargetList.path || pathname === ROOM) && timelineId !== null)
    return { kind: 'sale', timelineId }
  const newsId = search.get('id')
  if (pathname === SCREENS.NewsDetail.path && newsId !== null) return { kind: 'news', newsId }
  const [, lotId, ofSale] = LOT.exec(pathname) ?? []
  return lotId === undefined || ofSale === undefined ? null : { kind: 'lot', lotId, timelineId: ofSale }
}

/** The canonical address of what it names, with its path and query. */
export function linkOf(target: LinkTarget): string {
  switch (target.kind) {
    case 'sale':
      return `${SCREENS.TargetList.path}?${new URLSearchParams({ scheduleTimelineId: target.timelineId }).toString()}`
    case 'lot':
      return SCREENS.TargetDetail.path.replace('$id', target.lotId).replace('$ids', target.timelineId)
    case 'news':
      return `${SCREENS.NewsDetail.path}?${new URLSearchParams({ id: target.newsId }).toString()}`
  }
}

/** Number of lots searched for a sale's picture. */
const LOOKED_AT = 10

/** `null`: there is no such thing, or it is not published by `at`. */
export async function linkFacts(db: Db, target: LinkTarget, locale: Locale, at: Instant): Promise<LinkFacts | null> {
  if (target.kind === 'news') {
    const news = await findNews(db, target.newsId)
    if (news === null || news.publishedAt > at) return null
    const [title, text] = locale === 'zh' ? [news.titleZh, news.summaryZh] : [news.titleEn, news.summaryEn]
    return { title, text, picture: null }
  }
  const { timelineId } = target
  const [published, session] = await Promise.all([
    findScheduleOf(db, timelineId, NO_DRAFTS),
    findSession(db, timelineId),
  ])
  if (!published || !session) return null
  const { schedule, timeline } = session
  const [sale, venue] = locale === 'zh' ? [schedule.nameZh, schedule.venueZh] : [schedule.nameEn, schedule.venueEn]
  const begins = minute(timeline.startTime)
  if (target.kind === 'lot') {
    const lot = await findLot(db, target.lotId)
    if (lot?.timelineId !== timelineId) return null
    const [name, words] = locale === 'zh' ? [lot.nameZh, WORDS.zh] : [lot.nameEn, WORDS.en]
    return {
      title: words.lot(lot.position, name),
      text: words.lotOf(sale, begins, venue),
      picture: pictureOf(lot.pictures),
    }
  }
  const { rows } = await listLots(db, { timelineId, offset: 0, limit: LOOKED_AT })
  return {
    title: sale,
    text: WORDS[locale].sale(begins, venue, timeline.lotCount),
    picture: pictureOf(rows.flatMap(({ pictures }) => pictures)),
  }
}

/** The picture's WebP file: more programs show it than the stored format. */
function pictureOf(pictures: readonly string[]): string | null {
  for (const picture of pictures) {
    const name = parseName(picture)
    if (name) return API_BASE + PICTURES_PATH + fileName({ ...name, thumb: false, format: 'webp' })
  }
  return null
}

interface Words {
  readonly sale: (begins: string, venue: string, lots: number) => string
  readonly lot: (position: number, name: string) => string
  readonly lotOf: (sale: string, begins: string, venue: string) => string
}

const WORDS: Readonly<Record<Locale, Words>> = {
  zh: {
    sale: (begins, venue, lots) => `${begins}（北京时间）开始${venue === '' ? '' : `，${venue}`}，共 ${lots} 项标的。`,
    lot: (position, name) => `标的 ${position}：${name}`,
    lotOf: (sale, begins, venue) => `${sale}，${begins}（北京时间）开始${venue === '' ? '' : `，${venue}`}。`,
  },
  en: {
    sale: (begins, venue, lots) =>
      `Begins ${begins} (Beijing time)${venue === '' ? '' : `, ${venue}`}. Number of lots: ${lots}.`,
    lot: (position, name) => `Lot ${position}: ${name}`,
    lotOf: (sale, begins, venue) => `${sale}. Begins ${begins} (Beijing time)${venue === '' ? '' : `, ${venue}`}.`,
  },
}
