/** Globals by which a page's inline scripts pass data to one another and to the app (see ../README.md). */

/** `earlyPress.ts` leaves it: the listener itself carries the newest press, and the form that was sent. */
interface EarlyPress extends EventListener {
  on?: HTMLElement | undefined
  /** The button that sends a form, or a form that has none. */
  sent?: HTMLElement | undefined
  /** On the page's own clock, ms. */
  at?: number
}

// oxlint-disable-next-line no-var -- a global of the page is one
declare var early: EarlyPress | undefined
/** `lost.ts` leaves it: tells that the page has not loaded in full, and reloads it when that can help. */
// oxlint-disable-next-line no-var -- a global of the page is one
declare var lost: (() => Promise<void>) & { shown?: boolean }
