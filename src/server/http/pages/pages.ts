import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Locale } from '../../../contract/constants.ts'
import type { Ask, HomeData, Look, Writer } from '../../../contract/pages.ts'
import type { Clock } from '../../ports.ts'
import { cached } from '../catalogue/cached.ts'
import { homeDocument, pageDocument } from './document.ts'
import { formsOf } from './forms.ts'
import type { Forms } from './forms.ts'

export type Variant = Pick<HomeData, 'locale' | 'known'>
/** All that one written page may differ by from another. */
export interface Wish extends Variant {
  readonly looks: readonly Look[]
  /** `https://sale.example`; null when it cannot be told. */
  readonly origin: string | null
}
export interface Pages {
  readonly home: (wish: Wish) => Promise<Forms>
  /** Null when the app draws that address alone. */
  readonly page: (wish: Wish & { readonly href: string }) => Promise<Forms | null>
}

export interface PagesNeeds {
  /** `dist/app`; what draws the pages was built beside it. */
  readonly webDir: string
  readonly readHome: (variant: Variant) => Promise<HomeData>
  readonly ask: (locale: Locale) => Ask
  readonly clock: Clock
}

/** Long enough for a crowd that comes at once; short enough beside the time that the page itself takes on the way. */
const FRESH_MS = 3_000
/** Variants times names that the server goes by; and times addresses. */
const MOST = { homes: 16, pages: 128 }
/** Pages are written one at a time. In a flood of addresses those beyond are drawn by the app, and the home page is not kept waiting. */
const MOST_WAITING = 12

/** Null when the app, or what draws its pages for us, is not built. */
export async function openPages({ webDir, readHome, ask, clock }: PagesNeeds): Promise<Pages | null> {
  const built = join(webDir, 'index.html')
  const writer = join(webDir, '../server/writePages.js')
  if (!existsSync(built) || !existsSync(writer)) return null
  const template = readFileSync(built, 'utf8')
  const { writeHome, writePage } = await load(writer)
  const home = cached(
    async (key: string): Promise<Forms> => {
      const { origin, looks, ...variant } = JSON.parse(key) as Wish
      const data = await readHome(variant)
      return formsOf(homeDocument({ template, data, looks, origin, markup: await writeHome(data) }))
    },
    FRESH_MS,
    MOST.homes,
    () => clock.now(),
  )
  let waiting = 0
  const page = cached(
    async (key: string): Promise<Forms | null> => {
      if (waiting >= MOST_WAITING) return null
      const { href, locale, known, looks, origin } = JSON.parse(key) as Wish & { readonly href: string }
      waiting += 1
      const written = await writePage({ href, locale, known, at: clock.now() }, ask(locale)).finally(() => {
        waiting -= 1
      })
      return written && formsOf(pageDocument({ template, href, looks, origin, written }))
    },
    FRESH_MS,
    MOST.pages,
    () => clock.now(),
  )
  return {
    home: ({ locale, known, looks, origin }) => home(JSON.stringify({ locale, known, looks, origin })),
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
  'writeHome' in module &&
  typeof module.writeHome === 'function' &&
  'writePage' in module &&
  typeof module.writePage === 'function'
