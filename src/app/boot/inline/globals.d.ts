/** Globals by which a page's inline scripts pass data to one another and to the app (see ../README.md). */

/** Set by `earlyPress.ts`: the listener itself carries the newest press and the submitted form. */
interface EarlyPress extends EventListener {
  on?: HTMLElement | undefined
  /** The button that submits a form, or the form itself if it has no button. */
  sent?: HTMLElement | undefined
  /** Time of the press on the page's own clock, ms. */
  at?: number
}

// oxlint-disable-next-line no-var -- a global of the page is one
declare var early: EarlyPress | undefined
/** Set by `lost.ts`: reports that the page did not load in full, and reloads it when that can help. */
// oxlint-disable-next-line no-var -- a global of the page is one
declare var lost: (() => Promise<void>) & { shown?: boolean }
