/** Measures faults of a page's layout in its own browser: passed to it as source, so it imports nothing. */
export interface Fault {
  readonly kind: 'sideways' | 'clipped' | 'overlap' | 'small'
  readonly where: string
}

export function measure(touch: boolean): Fault[] {
  const faults: Fault[] = []
  const LEAST = 44
  const TARGETS =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"]'
  const words = (element: Element): string => (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 32)
  const nameOf = (element: Element): string => {
    const own = element.getAttribute('class')?.match(/_([A-Za-z][\w]*?)_[\w-]{4,}/)?.[1]
    const text = words(element) || element.getAttribute('aria-label') || element.getAttribute('name') || ''
    return `${element.tagName.toLowerCase()}${own ? `.${own}` : ''} «${text}»`
  }
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) {
    const widest = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > root.clientWidth + 1)
      .at(-1)
    faults.push({ kind: 'sideways', where: widest ? nameOf(widest) : 'page' })
  }
  const unseen = (element: Element): boolean =>
    !element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) ||
    element.closest('.visually-hidden, [inert]') !== null
  const linesOf = (element: Element): DOMRect[] => {
    const lines: DOMRect[] = []
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('.visually-hidden')) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      lines.push(...range.getClientRects())
    }
    return lines
  }
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element.clientWidth <= 1 || words(element) === '') continue
    const style = getComputedStyle(element)
    const cuts = (overflow: string): boolean => overflow === 'hidden' || overflow === 'clip'
    const across = cuts(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    const along = cuts(style.overflowY) && element.scrollHeight > element.clientHeight + 1
    if (!across && !along) continue
    // A shortened name with its full text in `title` is not lost.
    if (element.closest('[title]') || unseen(element)) continue
    // Pictures may be cropped.
    const edge = element.getBoundingClientRect()
    // Only half-visible lines count: whole lines are left out on purpose.
    const half = (rect: DOMRect): boolean =>
      rect.top < edge.bottom - rect.height / 4 && rect.bottom > edge.bottom + rect.height / 4
    if (
      linesOf(element).some(
        (rect) =>
          rect.width > 1 &&
          ((across && rect.right > edge.right + 1 && rect.left < edge.right) || (along && half(rect))),
      )
    )
      faults.push({ kind: 'clipped', where: nameOf(element) })
  }
  const lead = document.querySelector('header')
  if (lead) {
    const edge = lead.getBoundingClientRect()
    if (linesOf(lead).some((rect) => rect.width > 1 && rect.top < edge.top - 1 && rect.bottom > edge.top))
      faults.push({ kind: 'clipped', where: nameOf(lead) })
  }
  /** The area that reacts to a press; of a link stretched over its card, the card. */
  const areaOf = (element: Element): DOMRect => {
    const after = getComputedStyle(element, '::after')
    if (after.content !== 'none' && after.position === 'absolute' && after.inset === '0px')
      for (let above = element.parentElement; above; above = above.parentElement)
        if (getComputedStyle(above).position !== 'static') return above.getBoundingClientRect()
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
    return label && /checkbox|radio/.test(element.getAttribute('type') ?? '')
      ? label.getBoundingClientRect()
      : element.getBoundingClientRect()
  }
  const targets = [...document.querySelectorAll(TARGETS)].filter((element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && !unseen(element) && !element.closest('dialog:not([open])')
  })
  const floats = (element: Element): boolean => {
    for (let at: Element | null = element; at; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
    return false
  }
  /** The part of the element that is visible in its scrolling containers. */
  const seenOf = (element: Element): DOMRect[] => {
    let [left, top, right, bottom] = [-Infinity, -Infinity, Infinity, Infinity]
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const edge = at.getBoundingClientRect()
      if (overflowX !== 'visible') [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)]
      if (overflowY !== 'visible') [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)]
    }
    return [...element.getClientRects()].map(
      (rect) =>
        new DOMRect(
          Math.max(rect.left, left),
          Math.max(rect.top, top),
          Math.min(rect.right, right) - Math.max(rect.left, left),
          Math.min(rect.bottom, bottom) - Math.max(rect.top, top),
        ),
    )
  }
  /** A button inside a field's padding, such as the password's eye. */
  const within = (field: Element, button: Element): boolean => {
    if (!(field instanceof HTMLInputElement)) return false
    const edge = field.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    const { left, right } = button.getBoundingClientRect()
    return left >= edge.right - parseFloat(paddingRight) - 1 || right <= edge.left + parseFloat(paddingLeft) + 1
  }
  const boxes = targets
    .filter((element) => !floats(element))
    .map((element) => [element, seenOf(element).filter(({ width, height }) => width > 1 && height > 1)] as const)
  boxes.forEach(([one, mine], at) => {
    for (const [other, theirs] of boxes.slice(at + 1)) {
      if (one.contains(other) || other.contains(one) || within(one, other) || within(other, one)) continue
      const meet = mine.some((a) =>
        theirs.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
        ),
      )
      if (meet) faults.push({ kind: 'overlap', where: `${nameOf(one)} and ${nameOf(other)}` })
    }
  })
  if (touch)
    for (const element of targets) {
      // A link in a sentence is as high as its line.
      if (getComputedStyle(element).display === 'inline' && element.closest('p, li, dd, td, small, label, h1, h2, h3'))
        continue
      const { width, height } = areaOf(element)
      if (width < LEAST - 0.5 || height < LEAST - 0.5)
        faults.push({ kind: 'small', where: `${nameOf(element)} ${Math.round(width)}×${Math.round(height)}` })
    }
  return faults
}
