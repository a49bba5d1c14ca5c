import type { Locale } from '../../../contract/constants.ts'
import { AFTER_PAINT, EARLY_PRESS, HOME_DATA, PAGE_DATA } from '../../../contract/pages.ts'
import type { HomeData, Look, PageWritten } from '../../../contract/pages.ts'

/** What search engines and the browser's tab say; the page itself is in the app's words. */
const WORDS: Readonly<Record<Locale, { readonly lang: string; readonly title: string; readonly about: string }>> = {
  zh: {
    lang: 'zh-CN',
    title: '木材竞价采购平台',
    about: '木材在线竞价与采购：看场次与标的，报名，进场出价。网络不好也能用。',
  },
  en: {
    lang: 'en',
    title: 'Timber Sale Room',
    about: 'Timber sold live online: read the catalogues, sign up and bid, on a weak link too.',
  },
}

interface Given {
  /** The app's built page. */
  readonly template: string
  readonly looks: readonly Look[]
  /** `https://sale.example`; null when it cannot be told. */
  readonly origin: string | null
}
export interface HomeDocument extends Given {
  readonly data: HomeData
  /** As the app draws it. */
  readonly markup: string
}
export interface PageDocument extends Given {
  readonly href: string
  readonly written: PageWritten
}

/** The built page with the home page written into it, and the data it was written from. */
export const homeDocument = ({ template, data, looks, markup, origin }: HomeDocument): string =>
  written(
    { template: template.replaceAll(/\s*<link[^>]* data-later[^>]*>/g, ''), looks, origin },
    {
      locale: data.locale,
      title: null,
      markup,
      data,
      id: HOME_DATA,
      href: '/index',
      head: '',
    },
  )

/** The same with any other page. It is larger than the home page with its scripts, and read for longer: they are asked for once it is drawn. */
export function pageDocument({
  href,
  template,
  written: { title, markup, data, head },
  ...given
}: PageDocument): string {
  const later: string[] = []
  return written({ ...given, template }, { locale: data.locale, title, markup, data, id: PAGE_DATA, href, head })
    .replaceAll(PRELOAD, (_, file: string) => {
      later.push(file)
      return ''
    })
    .replace('<meta name="app"', () => `<meta name="later" content="${later.join(' ')}"><meta name="app"`)
}
const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g

interface Put {
  readonly locale: Locale
  readonly title: string | null
  readonly markup: string
  readonly data: object
  readonly id: string
  readonly href: string
  /** Elements of the page's head. */
  readonly head: string
}

function written({ template, looks, origin }: Given, { locale, title, markup, data, id, href, head }: Put): string {
  const { lang, title: product, about } = WORDS[locale]
  const scripts = Array.from(template.matchAll(SCRIPT), ([, src = '']) => src)
  // A function as replacement: what is put in may hold `$&`.
  return (
    template
      .replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"${looks.map(worn).join('')}`)
      .replace(
        /<title>[^<]*<\/title>/,
        () => `<title>${title === null ? product : `${inText(title)} · ${product}`}</title>`,
      )
      .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + about)
      // What pages that are not written begin with: how they look is read from the device, which takes a moment that nobody has here. Here
      // somebody may press what is not alive yet.
      .replace(/<script data-look>[\s\S]*?<\/script>/, () => `<script>${EARLY_PRESS}</script>`)
      .replaceAll(/<!--(zh|en)(<link[^>]*>)\1-->/g, (_, of: string, link: string) => (of === locale ? link : ''))
      // Asked for at once, begun when the page is drawn. The last is the app's own; the others are what it imports.
      .replaceAll(SCRIPT, (_, src: string) => `<link rel="modulepreload" crossorigin href="${src}">`)
      .replace(
        '</head>',
        () =>
          `<meta name="app" content="${scripts.join(' ')}"><script>${AFTER_PAINT}</script>${head}${alternates(origin, href)}</head>`,
      )
      .replaceAll(/\s*<span lang="([^"]+)">.*?<\/span>/g, (said, of: string) => (of === lang ? said.trim() : ''))
      .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, '')
      .replace(
        '<div id="root"></div>',
        () => `<div id="root">${markup}</div><script type="application/json" id="${id}">${inScript(data)}</script>`,
      )
  )
}

/** As the build names them. */
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/g

/** As the app puts it on (`lib/layout`). */
const worn = (look: Look): string => (look === 'green' ? ' data-brand="green"' : ` data-scheme="${look}"`)

/** Nothing in the data can end the element that it stands in. */
const inScript = (data: object): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
const inText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function alternates(origin: string | null, href: string): string {
  if (origin === null) return ''
  const at = inText(origin + href)
  const inLanguage = (locale: Locale): string => `${at}${href.includes('?') ? '&amp;' : '?'}lang=${locale}`
  return [
    `<link rel="canonical" href="${at}">`,
    `<link rel="alternate" hreflang="zh" href="${inLanguage('zh')}">`,
    `<link rel="alternate" hreflang="en" href="${inLanguage('en')}">`,
    `<link rel="alternate" hreflang="x-default" href="${at}">`,
  ].join('')
}
