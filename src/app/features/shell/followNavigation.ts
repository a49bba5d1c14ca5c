import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves scroll position and focus to the top on every navigation (spec §2), so that a screen reader starts at the new
 * page. A change of filters or of a part of the page is no navigation.
 */
export function followNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
    if (pathChanged && fromLocation) arrive(toLocation.hash)
  })
}

/** Scrolls to the top of the page, or leaves the position to the address's fragment. */
export function arrive(hash: string): void {
  if (hash === '') window.scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}
