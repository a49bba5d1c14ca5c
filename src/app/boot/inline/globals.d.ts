/** What the inline scripts of a page leave for one another and for the app (README.md of this folder's parent). */

/** `earlyPress.ts` leaves it: the listener itself carries the newest press. */
interface EarlyPress extends EventListener {
  on?: HTMLElement
  /** On the page's own clock, ms. */
  at?: number
}

// oxlint-disable-next-line no-var -- a global of the page is one
declare var early: EarlyPress | undefined
/** `lost.ts` leaves it: tells that the page has not loaded in full, and reloads it when that can help. */
// oxlint-disable-next-line no-var -- a global of the page is one
declare var lost: (() => Promise<void>) & { told?: boolean }
