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
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.clientWidth <= 1 || words(element) === '') continue
    const style = getComputedStyle(element)
    if (style.overflowX !== 'hidden' && style.overflowX !== 'clip') continue
    // A shortened name that says itself whole under the pointer is not lost.
    if (element.closest('[title]') || unseen(element)) continue
    // Only words count: a picture may be cut.
    const edge = element.getBoundingClientRect()
    const range = document.createRange()
    range.selectNodeContents(element)
    if (
      [...range.getClientRects()].some(
        (rect) => rect.width > 1 && rect.right > edge.right + 1 && rect.left < edge.right,
      )
    )
      faults.push({ kind: 'clipped', where: nameOf(element) })
  }
  /** Where a press lands: of a link that is stretched over its card, the card. */
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
  const boxes = targets
    .filter((element) => !floats(element))
    .map((element) => [element, [...element.getClientRects()]] as const)
  boxes.forEach(([one, mine], at) => {
    for (const [other, theirs] of boxes.slice(at + 1)) {
      if (one.contains(other) || other.contains(one)) continue
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
