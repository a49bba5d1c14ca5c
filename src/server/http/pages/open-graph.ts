import type { Locale } from '../../../contract/constants.ts'
import type { LinkFacts } from './link-facts.ts'

/** Texts for search engines, messengers and the browser's tab; the page itself uses the app's texts. */
export const SITE: Readonly<
  Record<
    Locale,
    {
      readonly lang: string
      readonly og: string
      readonly title: string
      readonly about: string
      readonly script: string
    }
  >
> = {
  zh: {
    lang: 'zh-CN',
    og: 'zh_CN',
    title: '木材竞价采购平台',
    about: '木材在线竞价与采购：看标的，报名，出价。',
    script: '查看目录、报名和出价需要启用 JavaScript。',
  },
  en: {
    lang: 'en',
    og: 'en_GB',
    title: 'Timber Sale Room',
    about: 'Timber sold live online: read the catalogues, sign up and bid, on a weak link too.',
    script: 'The catalogue, sign-up and bidding need JavaScript.',
  },
}

const APP_ICON = '/icon-512.png'

interface Shown extends LinkFacts {
  readonly locale: Locale
  readonly href: string
  /** `https://sale.example`; `null`: unknown, so nothing absolute is said. */
  readonly origin: string | null
}

/** The elements of a page's head by which messengers show a link to it (Open Graph). */
export function openGraph({ title, text, picture, locale, href, origin }: Shown): string {
  const property = (of: string, content: string): string => `<meta property="og:${of}" content="${inText(content)}">`
  return [
    property('type', 'website'),
    property('site_name', SITE[locale].title),
    property('locale', SITE[locale].og),
    property('title', title),
    property('description', text),
    ...(origin === null
      ? []
      : [
          property('url', origin + href),
          // Without a picture messengers show a bare address.
          property('image', origin + (picture ?? APP_ICON)),
          property('image:type', picture === null ? 'image/png' : 'image/webp'),
          property('image:alt', picture === null ? SITE[locale].title : title),
        ]),
    `<meta name="twitter:card" content="${picture === null ? 'summary' : 'summary_large_image'}">`,
  ].join('')
}

/** Text as it stands in markup and in a quoted attribute. */
export const inText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
