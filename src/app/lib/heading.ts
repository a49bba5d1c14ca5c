/** Moves the focus to the first heading in `within`, so that a screen reader says it; `false` if there is none yet. */
export function focusHeading(within: Element): boolean {
  const heading = within.querySelector('h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
