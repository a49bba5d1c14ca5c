import type { Page } from '@playwright/test'

/** Texts on the screen that are cut by a box around them, and controls that lie over one another. */
export function faults(): string[] {
  const style = (element: Element) => getComputedStyle(element)
  const isSeen = (element: Element): boolean => {
    for (let box: Element | null = element; box; box = box.parentElement)
      if (style(box).clipPath !== 'none' || box.getAttribute('aria-hidden') === 'true') return false
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} “${(element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 30)}”`
  /** What is left of a box within all that clips or scrolls around it. */
  const seenPart = (element: Element): DOMRect => {
    let { left, right, top, bottom } = element.getBoundingClientRect()
    for (let box = element.parentElement; box; box = box.parentElement) {
      const at = box.getBoundingClientRect()
      if (style(box).overflowX !== 'visible') [left, right] = [Math.max(left, at.left), Math.min(right, at.right)]
      if (style(box).overflowY !== 'visible') [top, bottom] = [Math.max(top, at.top), Math.min(bottom, at.bottom)]
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  const found = new Set<string>()
  const texts: { readonly at: DOMRect; readonly parent: Element }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const parent = text.parentElement
    if (!parent || text.nodeValue?.trim() === '' || !isSeen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const { left, right, top, bottom, width, height } = range.getBoundingClientRect()
    if (width === 0) continue
    // A font's box is taller than its glyphs.
    const spare = 0.2 * height
    const seen = seenPart(parent)
    const [from, to] = [Math.max(left, seen.left), Math.min(right, seen.right)]
    const [above, below] = [Math.max(top + spare, seen.top), Math.min(bottom - spare, seen.bottom)]
    if (to > from && below > above && range.getClientRects().length === 1)
      texts.push({ at: new DOMRect(from, above, to - from, below - above), parent })
    const control = parent.closest('button, a[class]')?.getBoundingClientRect()
    if (control && (right > control.right + 2 || bottom - spare > control.bottom || top + spare < control.top))
      found.add(`out of its control: ${nameOf(parent)}`)
    let [across, down] = [true, true]
    for (let box: Element | null = parent; box && (across || down); box = box.parentElement) {
      const { overflowX, overflowY, textOverflow, position } = style(box)
      const at = box.getBoundingClientRect()
      // What scrolls, or ends in an ellipsis, is not lost.
      if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') across = false
      if (/auto|scroll/.test(overflowY)) down = false
      if (across && overflowX !== 'visible' && (right > at.right + 1 || left < at.left - 1))
        found.add(`cut across by ${box.className}: ${nameOf(parent)}`)
      if (down && overflowY !== 'visible' && (bottom > at.bottom + spare || top < at.top - spare))
        found.add(`cut below by ${box.className}: ${nameOf(parent)}`)
      if (position === 'fixed') break
    }
  }
  const overlaps = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2
  for (const [at, one] of texts.entries())
    for (const other of texts.slice(at + 1))
      if (overlaps(one.at, other.at)) found.add(`${nameOf(one.parent)} is written over ${nameOf(other.parent)}`)
  const controls = Array.from(document.querySelectorAll('button, a[href], input, select, textarea')).filter(isSeen)
  for (const [at, one] of controls.entries())
    for (const other of controls.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      if (overlaps(seenPart(one), seenPart(other))) found.add(`${nameOf(one)} lies over ${nameOf(other)}`)
    }
  return [...found]
}

/** Text twice as large, as a reader's browser sets it (WCAG 1.4.4). */
export const enlarge = (page: Page) =>
  page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'))

/** The reader's own spacing of lines, paragraphs, letters and words (WCAG 1.4.12). */
export const spaceOut = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
       p { margin-bottom: 2em !important; }`,
    )
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })

/** Ends what `enlarge` and `spaceOut` set. */
export const asUsual = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.removeProperty('font-size')
    document.adoptedStyleSheets = []
  })
