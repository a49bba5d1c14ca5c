import type { Locale } from './constants.ts'

/** A reader's deviations from the default look. A cookie, so that the server can write the home page with them. */
export const LOOKS = ['green', 'light', 'dark', 'small', 'large'] as const
export type Look = (typeof LOOKS)[number]
export const LOOK_COOKIE = 'look'
/** The looks in a cookie such as `green.dark`; unknown words are ignored. */
export const looksOf = (cookie: string | null): readonly Look[] =>
  LOOKS.filter((look) => cookie?.split('.').includes(look))

/** Data that the server writes beside a page's markup: answers that are the same for every reader. */
export interface PageData {
  readonly locale: Locale
  /** The reader is signed in. The page holds no data of that reader and no signed-out content. */
  readonly known: boolean
  /** Server time when the answers were read, ms since epoch. */
  readonly at: number
  /** The app's cache key of each answer, and the answer (`data`, or rows). */
  readonly answers: readonly WrittenAnswer[]
}
interface WrittenAnswer {
  readonly key: readonly unknown[]
  readonly data: unknown
  /** A signed-in reader gets another answer. */
  readonly personal?: true
}

/** Answers a call as the app would make it; only calls without a token that change nothing. `null`: no answer. */
export type Ask = (call: string, sent: { readonly params?: object; readonly query?: object }) => Promise<unknown>

export interface PageWish extends Pick<PageData, 'locale' | 'known' | 'at'> {
  /** The address, with its query and without a fragment. */
  readonly href: string
}
export interface PageWritten {
  /** The page's own title; null for the product's name. */
  readonly title: string | null
  readonly markup: string
  readonly data: PageData
  /** Styles and scripts of the page as elements of its head, so that the browser requests them early. */
  readonly head: string
}

/** Inline scripts that only pages of the server carry (`src/app/boot/inline`), minified. */
export interface PageScripts {
  readonly afterPaint: string
  readonly earlyPress: string
}

/**
 * Built by the app for the server (`dist/server/writePages.js`). `writePage` is null when the app would redirect to
 * another page.
 */
export interface Writer {
  readonly scripts: PageScripts
  readonly writePage: (wish: PageWish, ask: Ask) => Promise<PageWritten | null>
}

/** The one page that needs no router and contains all that it shows. */
export const HOME_PATH = '/index'

/** The script element that carries the data. */
export const PAGE_DATA = 'page-data'
