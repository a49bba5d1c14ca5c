/** A reader who waited longer has gone on reading: a menu that opens by itself would stand in the way. */
const HOLDS_MS = 8_000

/**
 * Returns what acts on the press that came too early, once the page is alive; from then on React hears presses itself.
 */
export function takeEarlyPress(): () => void {
  const pressed = globalThis.early
  if (!pressed) return () => undefined
  const before = buttons()
  return () => {
    // It goes on keeping the browser from sending forms by itself: none of ours is sent so.
    removeEventListener('click', pressed, true)
    const { on, at = 0 } = pressed
    if (!on) return
    delete on.dataset['early']
    const meant = on.isConnected ? on : inPlaceOf(on, before)
    if (meant && performance.now() - at < HOLDS_MS) meant.click()
  }
}

/**
 * A page that was written in another language is drawn anew, with the same buttons; one with others is not the same
 * page.
 */
function inPlaceOf(gone: HTMLElement, before: readonly HTMLElement[]): HTMLElement | undefined {
  const now = buttons()
  return now.length === before.length ? now[before.indexOf(gone)] : undefined
}

const buttons = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#root button')]
