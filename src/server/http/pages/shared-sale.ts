import type { Locale } from '../../../contract/constants.ts'
import { API_BASE } from '../../../contract/constants.ts'
import { fileName, parseName } from '../../pictures/names.ts'
import { listLots } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { findScheduleOf, findSession, NO_DRAFTS } from '../../store/schedules.ts'
import { minute } from '../../documents/document.ts'
import { PICTURES_PATH } from '../pictures.ts'

/** Public facts of a sale, which messengers show where its address is shared. */
export interface SharedSale {
  readonly name: string
  readonly venue: string
  readonly startTime: number
  readonly lots: number
  /** Path of the first picture in the catalogue, below the server's origin. */
  readonly picture: string | null
}

const APP_ICON = '/icon-512.png'
/** Number of lots searched for the first picture. */
const LOOKED_AT = 10

/** Null for a draft and for an unknown sale. */
export async function sharedSale(db: Db, timelineId: string, locale: Locale): Promise<SharedSale | null> {
  const [published, session] = await Promise.all([
    findScheduleOf(db, timelineId, NO_DRAFTS),
    findSession(db, timelineId),
  ])
  if (!published || !session) return null
  const { schedule, timeline } = session
  const { rows } = await listLots(db, { timelineId, offset: 0, limit: LOOKED_AT })
  return {
    name: locale === 'zh' ? schedule.nameZh : schedule.nameEn,
    venue: locale === 'zh' ? schedule.venueZh : schedule.venueEn,
    startTime: timeline.startTime,
    lots: timeline.lotCount,
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

const WORDS: Readonly<
  Record<
    Locale,
    {
      readonly lang: string
      readonly og: string
      readonly product: string
      readonly about: (when: string, venue: string, lots: number) => string
      readonly script: string
    }
  >
> = {
  zh: {
    lang: 'zh-CN',
    og: 'zh_CN',
    product: '木材竞价采购平台',
    about: (when, venue, lots) => `${when}（北京时间）开始${venue === '' ? '' : `，${venue}`}，共 ${lots} 项标的。`,
    script: '查看目录、报名和出价需要启用 JavaScript。',
  },
  en: {
    lang: 'en',
    og: 'en_GB',
    product: 'Timber Sale Room',
    about: (when, venue, lots) =>
      `Begins ${when} (Beijing time)${venue === '' ? '' : `, ${venue}`}. Number of lots: ${lots}.`,
    script: 'The catalogue, sign-up and bidding need JavaScript.',
  },
}

interface Shared {
  /** The app's built page. */
  readonly template: string
  readonly locale: Locale
  readonly href: string
  readonly origin: string | null
  readonly sale: SharedSale
}

/** The app's page with a summary of the sale for messengers and for readers without scripts. */
export function sharedDocument({ template, locale, href, origin, sale }: Shared): string {
  const { lang, og, product, about, script } = WORDS[locale]
  const { name, venue, startTime, lots, picture } = sale
  const text = about(minute(startTime), venue, lots)
  const property = (of: string, content: string): string => `<meta property="og:${of}" content="${inText(content)}">`
  const head = [
    property('type', 'website'),
    property('site_name', product),
    property('locale', og),
    property('title', name),
    property('description', text),
    ...(origin === null ? [] : [property('url', origin + href)]),
    ...(origin === null
      ? []
      : [
          // The app's own picture stands in for a missing one: without a picture messengers show a bare address.
          property('image', origin + (picture ?? APP_ICON)),
          property('image:type', picture === null ? 'image/png' : 'image/webp'),
          property('image:alt', picture === null ? product : name),
        ]),
    `<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}">`,
  ].join('')
  // A function as replacement, since the text may contain `$&`.
  return template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${inText(name)} · ${product}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + inText(text))
    .replace('</head>', () => `${head}</head>`)
    .replace(
      /<noscript>[\s\S]*?<\/noscript>/,
      () => `<noscript><h1>${inText(name)}</h1><p>${inText(text)}</p><p>${script}</p></noscript>`,
    )
}

const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
