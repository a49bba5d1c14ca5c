/** What `EARLY_PRESS` (contract/pages) puts there. */
interface Early extends EventListener {
  readonly on?: HTMLElement
  /** Of the page's own clock, ms. */
  readonly at?: number
}
declare global {
  // oxlint-disable-next-line no-var -- a global of the page is one
  var early: Early | undefined
}

/** Whoever waited longer has gone on reading: a menu that opens by itself would be in his way. */
const HOLDS_MS = 8_000

/** From here on React hears presses itself. Returns what acts on the one that came too early, once the page is alive. */
export function takeEarlyPress(): () => void {
  const pressed = globalThis.early
  if (!pressed) return () => undefined
  // It goes on keeping the browser from sending forms by itself: none of ours is sent so.
  removeEventListener('click', pressed, true)
  return () => {
    const { on, at = 0 } = pressed
    if (!on) return
    delete on.dataset['early']
    if (on.isConnected && performance.now() - at < HOLDS_MS) on.click()
  }
}
