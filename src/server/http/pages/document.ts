import type { Locale } from '../../../contract/constants.ts'
import { HOME_PATH, PAGE_DATA } from '../../../contract/pages.ts'
import type { Look, PageScripts, PageWritten } from '../../../contract/pages.ts'
import { withoutStyleAttributes } from './inline-styles.ts'
import type { LinkFacts } from './link-facts.ts'
import { inText, openGraph, SITE } from './open-graph.ts'

interface PageDocument {
  /** The app's built page. */
  readonly template: string
  readonly scripts: PageScripts
  readonly looks: readonly Look[]
  /** `https://sale.example`; null when unknown. */
  readonly origin: string | null
  readonly href: string
  readonly written: PageWritten
  /** `null`: the page has none of its own, so its title and the product's line are shown. */
  readonly facts: LinkFacts | null
}

/**
 * The built page with one page of the app and its data written into it. The home page requests scripts at once; other
 * pages, which are larger and read for longer, after they are drawn.
 */
export function pageDocument({ template, scripts, looks, origin, href, written, facts }: PageDocument): string {
  const { title, data, head } = written
  const { markup, rules } = withoutStyleAttributes(written.markup)
  const { lang, title: product, about } = SITE[data.locale]
  const shown = facts ?? { title: title ?? product, text: about, picture: null }
  const graph = openGraph({ ...shown, locale: data.locale, href, origin })
  const app = Array.from(template.matchAll(SCRIPT), ([, src = '']) => src)
  // A function as replacement, since the text may contain `$&`.
  const page = template
    .replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"${looks.map(worn).join('')}`)
    .replace(
      /<title>[^<]*<\/title>/,
      () => `<title>${title === null ? product : `${inText(title)} · ${product}`}</title>`,
    )
    .replace(/(<meta name="description" content=")[^"]*/, (_, start: string) => start + inText(shown.text))
    // The server has applied the look already; the script in its place records presses before hydration.
    .replace(/<script data-boot="look">[\s\S]*?<\/script>/, () => `<script>${scripts.earlyPress}</script>`)
    .replaceAll(/<!--(zh|en)(<link[^>]*>)\1-->/g, (_, of: string, link: string) => (of === data.locale ? link : ''))
    // Fetched at once, run after the first paint. The last is the app's own script; the others are its imports.
    .replaceAll(SCRIPT, (_, src: string) => `<link rel="modulepreload" crossorigin href="${src}">`)
    .replace(
      '</head>',
      () =>
        `<meta name="app" content="${app.join(' ')}"><script>${scripts.afterPaint}</script>${head}${rules && `<style>${rules}</style>`}${alternates(origin, href)}${graph}</head>`,
    )
    .replaceAll(/\s*<span lang="([^"]+)">.*?<\/span>/g, (said, of: string) => (of === lang ? said.trim() : ''))
    .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, '')
    .replace(
      '<div id="root"></div>',
      () =>
        `<div id="root">${markup}</div><script type="application/json" id="${PAGE_DATA}">${inScript(data)}</script>`,
    )
  return href === HOME_PATH ? withoutRouter(page) : afterPaint(page)
}

/** The home page needs no router, so its preload is dropped. */
const withoutRouter = (page: string): string => page.replaceAll(/\s*<link[^>]* data-later[^>]*>/g, '')

function afterPaint(page: string): string {
  const later: string[] = []
  return page
    .replaceAll(PRELOAD, (_, file: string) => {
      later.push(file)
      return ''
    })
    .replace('<meta name="app"', () => `<meta name="later" content="${later.join(' ')}"><meta name="app"`)
}
const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g

/** A script element as the build writes it. */
const SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/g

/** The attribute of a look on the root element, as the app sets it (`lib/layout`). */
const worn = (look: Look): string => {
  switch (look) {
    case 'green':
      return ' data-brand="green"'
    case 'light':
    case 'dark':
      return ` data-scheme="${look}"`
    case 'small':
    case 'large':
      return ` data-size="${look}"`
  }
}

/** Escapes data so that it cannot close its element. */
const inScript = (data: object): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`)

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
