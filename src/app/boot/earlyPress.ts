/** After a longer wait the reader has moved on, and a menu that opens by itself is in the way. */
const HOLDS_MS = 8_000

/**
 * Takes the press made before the page was interactive. The returned function replays it, and leaves later presses to
 * React. A submitted form is replayed however long the wait was.
 */
export function takeEarlyPress(): () => void {
  const pressed = globalThis.early
  if (!pressed) return () => undefined
  const before = pressables()
  const meant = (gone: HTMLElement | undefined): HTMLElement | undefined => {
    if (!gone) return undefined
    delete gone.dataset['early']
    return gone.isConnected ? gone : inPlaceOf(gone, before)
  }
  return () => {
    // The app never uses native form submission; this keeps preventing it.
    removeEventListener('click', pressed, true)
    removeEventListener('submit', pressed, true)
    addEventListener('submit', (event) => event.preventDefault(), true)
    const { on, sent, at = 0 } = pressed
    const note = document.getElementById('held')
    if (note) note.hidden = true
    const button = meant(on)
    if (button && performance.now() - at < HOLDS_MS) button.click()
    const sending = meant(sent)
    if (sending instanceof HTMLFormElement) sending.requestSubmit()
    else sending?.click()
  }
}

/**
 * A page written in another language is redrawn with the same buttons, so the index finds the button. If their number
 * differs it is not the same page.
 */
function inPlaceOf(gone: HTMLElement, before: readonly HTMLElement[]): HTMLElement | undefined {
  const now = pressables()
  return now.length === before.length ? now[before.indexOf(gone)] : undefined
}

const pressables = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#root button, #root form')]
