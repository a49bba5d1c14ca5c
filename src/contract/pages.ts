import type { Schedule } from './calls/schedule.ts'
import type { Locale } from './constants.ts'
import type * as z from 'zod'

/** One page of `scheduleList` as it travels, for somebody unknown. */
interface Schedules {
  readonly rows: readonly z.input<typeof Schedule>[]
  readonly total: number
}

/** What the server writes into the home page, and the app takes over: what everybody may know. */
export interface HomeData {
  readonly locale: Locale
  /** For somebody who has signed in: whoever he is, nothing of his is in here, and nothing that would be wrong for him. */
  readonly known: boolean
  /** Server time when it was read, ms since epoch. */
  readonly at: number
  readonly schedules: Schedules
  readonly practice: Schedules
}

/** How somebody wants the pages to look, where it is not as they come: in a cookie, so that the server can write the home page so. */
export const LOOKS = ['green', 'light', 'dark'] as const
export type Look = (typeof LOOKS)[number]
export const LOOK_COOKIE = 'look'
/** `green.dark`; words that are none of ours are passed over. */
export const looksOf = (cookie: string | null): readonly Look[] =>
  LOOKS.filter((look) => cookie?.split('.').includes(look))

/** What the server writes into any other page: answers that everybody would be given. */
export interface PageData {
  readonly locale: Locale
  /** As in `HomeData`. */
  readonly known: boolean
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

/** Made by the app's build for the server (`dist/server/writePages.js`). Where the app would show something else than was asked for: null. */
export interface Writer {
  readonly writeHome: (data: HomeData) => Promise<string>
  readonly writePage: (wish: PageWish, ask: Ask) => Promise<PageWritten | null>
}

/** How many schedules the home page shows. */
export const HOME_SCHEDULES = 20

/**
 * In a page that the server wrote, in place of the app's scripts (`<meta name="app">`): it is read first, and acts once it is drawn; what would
 * stand in the reader's way until then (`<meta name="later">`) is asked for then. One after the other: each sets itself up in a task of its own.
 * A tab that is not shown is not drawn. What does not come is told by the page itself (`lost` of index.html).
 */
export const AFTER_PAINT =
  "{let on;const files=(n)=>document.querySelector(`meta[name=${n}]`)?.content.split(' ')??[],go=async()=>{if(on)return;on=1;for(const f of files('later'))document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',crossOrigin:'',href:f}));try{for(const f of files('app'))await import(f)}catch(e){lost();throw e}};new PerformanceObserver((seen)=>{if(seen.getEntriesByName('first-contentful-paint').length)go()}).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(go,400))}"

/**
 * In a page that the server wrote, from its beginning: a button that is pressed before the app is there is remembered, and looks pressed; the
 * newest alone. A form that nobody attends to yet is not sent.
 */
export const EARLY_PRESS =
  "for(const type of['click','submit'])addEventListener(type,window.early=window.early||((e)=>{if(e.type=='submit')return e.preventDefault();const b=e.target.closest('#root button');if(b){e.preventDefault();e.stopPropagation();delete early.on?.dataset.early;early.on=b;early.at=performance.now();b.dataset.early=''}}),true)"

/** The script elements that carry the data. */
export const HOME_DATA = 'home-data'
export const PAGE_DATA = 'page-data'
