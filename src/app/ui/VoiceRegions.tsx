/**
 * Two empty live regions for one voice (`sayIn`). The page of the voice has them, and so has every dialog: a modal dialog
 * makes the rest of the page inert, so that nothing is heard behind it.
 */
export const VoiceRegions = () => (
  <>
    <p className="visually-hidden" aria-live="polite" data-voice="" />
    <p className="visually-hidden" aria-live="assertive" data-voice="" />
  </>
)

/** Puts a text into the regions that a screen reader hears now, and empties all others; `null`: into none. */
export function sayIn(page: Document, live: 'polite' | 'assertive', text: string | null): void {
  for (const region of page.querySelectorAll('[data-voice]')) region.replaceChildren()
  if (text === null) return
  const open = [...page.querySelectorAll('dialog[open]')]
  const place = open.find((dialog) => dialog.contains(page.activeElement)) ?? open.at(-1)
  const regions = (place ?? page).querySelectorAll(`[data-voice][aria-live=${live}]`)
  // A new element for each text: the same words said again are new to a screen reader.
  const words = page.createElement('span')
  words.textContent = text
  ;(place === undefined ? [...regions].find((one) => one.closest('dialog') === null) : regions[0])?.append(words)
}
