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

/** Made by the app's build for the server (`dist/server/home.js`): the home page's markup. */
export type WriteHome = (data: HomeData) => string;

/** How many schedules the home page shows. */
export const HOME_SCHEDULES = 20;

/**
 * In a page that is kept on the device in place of the app's script: it is read first, and acts a moment later. (From the network the script
 * comes long after the page.) A tab that is not shown draws no frame.
 */
export const AFTER_PAINT = "addEventListener('DOMContentLoaded',()=>{const go=()=>import(document.querySelector('meta[name=app]').content);requestAnimationFrame(()=>setTimeout(go));setTimeout(go,400)})";

/** The script element that carries the data. */
export const HOME_DATA = 'home-data';
