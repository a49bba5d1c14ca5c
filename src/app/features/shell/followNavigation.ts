import type { AnyRouter } from '@tanstack/react-router'

/**
 * To the top on every navigation (spec §2), and the focus with it, so that a screen reader begins at the new page. A
 * change of filters or of a part of the page is no navigation.
 */
export function followNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
    if (pathChanged && fromLocation) arrive(toLocation.hash)
  })
}

/** At the begin of a page, or at the place in it that was asked for. */
export function arrive(hash: string): void {
  if (hash === '') window.scrollTo(0, 0)
  document.getElementById('main')?.focus({ preventScroll: true })
}
