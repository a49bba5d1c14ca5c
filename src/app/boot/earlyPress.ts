/** After a longer wait the reader has moved on: a menu that opens by itself would be in the way. */
const HOLDS_MS = 8_000

/**
 * Returns what acts on the press that came too early, once the page is alive; from then on React hears presses itself. A
 * form that was sent is sent however long that took.
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
    // Still prevents native form submission, which the app never uses.
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
 * A page that was written in another language is drawn anew, with the same buttons; one with others is not the same
 * page.
 */
function inPlaceOf(gone: HTMLElement, before: readonly HTMLElement[]): HTMLElement | undefined {
  const now = pressables()
  return now.length === before.length ? now[before.indexOf(gone)] : undefined
}

const pressables = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('#root button, #root form')]
