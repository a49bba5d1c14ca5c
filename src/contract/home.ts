import type { Schedule } from './calls/schedule.ts';
import type { Locale } from './constants.ts';
import type * as z from 'zod';

/** One page of `scheduleList` as it travels, for somebody unknown. */
interface Schedules {
  readonly rows: readonly z.input<typeof Schedule>[];
  readonly total: number;
}

/** What the server writes into the home page, and the app takes over: what everybody may know. */
export interface HomeData {
  readonly locale: Locale;
  /** For somebody who has signed in: whoever he is, nothing of his is in here, and nothing that would be wrong for him. */
  readonly known: boolean;
  /** Server time when it was read, ms since epoch. */
  readonly at: number;
  readonly schedules: Schedules;
  readonly practice: Schedules;
}

/** How somebody wants the pages to look, where it is not as they come: in a cookie, so that the server can write the home page so. */
export const LOOKS = ['green', 'light', 'dark'] as const;
export type Look = (typeof LOOKS)[number];
export const LOOK_COOKIE = 'look';
/** `green.dark`; words that are none of ours are passed over. */
export const looksOf = (cookie: string | null): readonly Look[] => LOOKS.filter((look) => cookie?.split('.').includes(look));

/** Made by the app's build for the server (`dist/server/home.js`): the home page's markup. */
export type WriteHome = (data: HomeData) => string;

/** How many schedules the home page shows. */
export const HOME_SCHEDULES = 20;

/**
 * In a page that is kept on the device in place of the app's script: it is read first, and acts once it is drawn. (From the network the script
 * comes long after the page.) A tab that is not shown is not drawn.
 */
export const AFTER_PAINT = "{const go=()=>import(document.querySelector('meta[name=app]').content);new PerformanceObserver((seen)=>{if(seen.getEntriesByName('first-contentful-paint').length)go()}).observe({type:'paint',buffered:true});addEventListener('load',()=>setTimeout(go,400))}";

/** In the home page from its beginning: a button that is pressed before the app is there is remembered, and looks pressed; the newest alone. */
export const EARLY_PRESS = "addEventListener('click',window.early=(e)=>{const b=e.target.closest('#root button');if(b){delete early.on?.dataset.early;early.on=b;early.at=performance.now();b.dataset.early=''}},true)";

/** The script element that carries the data. */
export const HOME_DATA = 'home-data';
