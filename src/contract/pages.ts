import type { Locale } from './constants.ts'

/**
 * How somebody wants the pages to look, where it is not as they come: in a cookie, so that the server can write the
 * home page so.
 */
export const LOOKS = ['green', 'light', 'dark', 'small', 'large'] as const
export type Look = (typeof LOOKS)[number]
export const LOOK_COOKIE = 'look'
/** `green.dark`; words that are none of ours are passed over. */
export const looksOf = (cookie: string | null): readonly Look[] =>
  LOOKS.filter((look) => cookie?.split('.').includes(look))

/** What the server writes into a page beside its markup: answers that every reader would be given. */
export interface PageData {
  readonly locale: Locale
  /** For a reader who has signed in: nothing of that reader is in the page, and nothing that would be wrong for one. */
  readonly known: boolean
  /** Server time when the answers were read, ms since epoch. */
  readonly at: number
  /** Under which name the app keeps each, and what the call answered (its `data`, or its rows). */
  readonly answers: readonly { readonly key: readonly unknown[]; readonly data: unknown }[]
}

/** A call that the app would make: those that take no token and change nothing. `null`: it was not answered. */
export type Ask = (call: string, sent: { readonly params?: object; readonly query?: object }) => Promise<unknown>

export interface PageWish extends Pick<PageData, 'locale' | 'known' | 'at'> {
  /** The address, with its query and without a fragment. */
  readonly href: string
}
export interface PageWritten {
  /** What the page calls itself; null for the product's own name. */
  readonly title: string | null
  readonly markup: string
  readonly data: PageData
  /** The styles that the page is drawn with, and its scripts, to be asked for early: elements of its head. */
  readonly head: string
}

/** Inline scripts that only pages of the server carry (`src/app/boot/inline`), minified. */
export interface PageScripts {
  readonly afterPaint: string
  readonly earlyPress: string
}

/**
 * Made by the app's build for the server (`dist/server/writePages.js`). Where the app would show something else than
 * was asked for: null.
 */
export interface Writer {
  readonly scripts: PageScripts
  readonly writePage: (wish: PageWish, ask: Ask) => Promise<PageWritten | null>
}

/** The page that does without the router, and comes with all that it needs. */
export const HOME_PATH = '/index'

/** How many schedules the home page shows. */
export const HOME_SCHEDULES = 20

/** The script element that carries the data. */
export const PAGE_DATA = 'page-data'
