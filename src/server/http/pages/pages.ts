import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locale } from '../../../contract/constants.ts'
import { HOME_PATH } from '../../../contract/pages.ts'
import type { Ask, Look, PageData, PageScripts, Writer } from '../../../contract/pages.ts'
import type { Clock } from '../../ports.ts'
import { cached } from '../catalogue/cached.ts'
import { pageDocument } from './document.ts'
import { encodePage } from './encoded-page.ts'
import type { EncodedPage } from './encoded-page.ts'
import { linkTargetOf } from './link-facts.ts'
import type { LinkFacts, LinkTarget } from './link-facts.ts'
import { sharedDocument } from './shared-document.ts'

/** Everything that a written page depends on. */
export interface Wish extends Pick<PageData, 'locale' | 'known'> {
  readonly href: string
  readonly looks: readonly Look[]
  /** `https://sale.example`; null when unknown. */
  readonly origin: string | null
}
export interface Pages {
  /** Inline scripts of the pages, whose hashes the policy allows. */
  readonly scripts: PageScripts
  /** Null: the app draws that address alone. */
  readonly page: (wish: Wish) => Promise<EncodedPage | null>
  /** The app's page for a shared link to a sale or a lot; null when there is none such. */
  readonly shared: (wish: SharedWish) => Promise<EncodedPage | null>
}

export interface SharedWish extends Pick<Wish, 'locale' | 'href' | 'origin'> {
  readonly target: LinkTarget
}

interface PagesNeeds {
  /** `dist/app`; the page writer is built beside it. */
  readonly webDir: string
  readonly ask: (locale: Locale) => Ask
  readonly clock: Clock
  readonly facts: (target: LinkTarget, locale: Locale) => Promise<LinkFacts | null>
}

/** How long a written page is reused: enough for a crowd that arrives at once, short compared with its delivery. */
const FRESH_MS = 3_000
const MOST_PAGES = 128
/**
 * Pages written concurrently. Beyond it, in a flood of addresses, the app draws the page; the home page is always
 * written.
 */
const MOST_AT_ONCE = 12

/** Null when the app or its page writer is not built. */
export async function openPages({ webDir, ask, clock, facts: factsOf }: PagesNeeds): Promise<Pages | null> {
  const built = join(webDir, 'index.html')
  const writer = join(webDir, '../server/writePages.js')
  if (!existsSync(built) || !existsSync(writer)) return null
  const template = readFileSync(built, 'utf8')
  const { scripts, writePage } = await load(writer)
  let underWay = 0
  const page = cached(
    async (key: string): Promise<EncodedPage | null> => {
      const { href, locale, known, looks, origin } = JSON.parse(key) as Wish
      if (underWay >= MOST_AT_ONCE && href !== HOME_PATH) return null
      underWay += 1
      const { pathname, searchParams } = new URL(href, 'http://here')
      const target = linkTargetOf(pathname, searchParams)
      const [written, facts] = await Promise.all([
        writePage({ href, locale, known, at: clock.now() }, ask(locale)),
        target && factsOf(target, locale),
      ]).finally(() => {
        underWay -= 1
      })
      return written && encodePage(pageDocument({ template, scripts, href, looks, origin, written, facts }))
    },
    FRESH_MS,
    MOST_PAGES,
    () => clock.now(),
  )
  const shared = cached(
    async (key: string): Promise<EncodedPage | null> => {
      const { locale, href, origin, target } = JSON.parse(key) as SharedWish
      const facts = await factsOf(target, locale)
      return facts && encodePage(sharedDocument({ template, locale, href, origin, facts }))
    },
    FRESH_MS,
    MOST_PAGES,
    () => clock.now(),
  )
  return {
    scripts,
    shared: ({ locale, href, origin, target }) => shared(JSON.stringify({ locale, href, origin, target })),
    page: ({ href, locale, known, looks, origin }) => page(JSON.stringify({ href, locale, known, looks, origin })),
  }
}

async function load(file: string): Promise<Writer> {
  const module: unknown = await import(pathToFileURL(file).href)
  if (!isWriter(module)) throw new Error(`${file} does not write pages`)
  return module
}

const isWriter = (module: unknown): module is Writer =>
  typeof module === 'object' &&
  module !== null &&
  'scripts' in module &&
  'writePage' in module &&
  typeof module.writePage === 'function'
