import type { AnyRouter } from '@tanstack/react-router'
import { focusHeading } from '../../lib/heading.ts'

/**
 * Moves scroll position and focus to the top on every navigation (spec §2), so that a screen reader says the new page's
 * name and starts there. A change of filters or of a part of the page is no navigation.
 */
export function followNavigation(router: AnyRouter): void {
  router.subscribe('onRendered', ({ pathChanged, fromLocation, toLocation }) => {
    if (pathChanged && fromLocation) arrive(toLocation.hash)
  })
}

/** Scrolls to the top of the page, or leaves the position to the address's fragment. */
export function arrive(hash: string): void {
  if (hash === '') window.scrollTo(0, 0)
  const main = document.getElementById('main')
  if (!main) return
  main.focus({ preventScroll: true })
  focusHeading(main)
  // The heading may come with the page's code or data, or be replaced by them.
  let own = document.activeElement
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document
    if (activeElement !== own && activeElement !== body) return stop()
    if (own?.tagName === 'H1' && own.isConnected) return
    if (focusHeading(main)) own = document.activeElement
  })
  // From the reader's first act on the focus is the reader's.
  const stop = (): void => {
    observer.disconnect()
    removeEventListener('keydown', stop)
    removeEventListener('pointerdown', stop)
  }
  addEventListener('keydown', stop)
  addEventListener('pointerdown', stop)
  observer.observe(main, { childList: true, subtree: true })
}
