import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { onSignal } from '../../lib/api/index.ts'
import { clearVenue, endSession, readCookie } from '../../lib/session/index.ts'
import { notify } from '../../ui/toast.ts'

/** The server refused a bearer: the session it belongs to is over (spec §8). Nothing else ends one. */
export function watchEndings(router: AnyRouter, client: QueryClient): void {
  onSignal((signal) => {
    if (signal.type !== 'unauthorised') return
    if (signal.client === 'venue') endVenue(router)
    else endSeller(router, client)
  })
}

function tell(): void {
  notify({ tone: 'warn', title: i18n._(msg`The session is invalid or has expired. Please sign in again.`), key: 'expired', assertive: true })
}

function endVenue(router: AnyRouter): void {
  // Several calls may come back refused at once.
  if (readCookie('Venue-Token') === null) return
  clearVenue()
  tell()
  void router.navigate({ to: '/' })
}

function endSeller(router: AnyRouter, client: QueryClient): void {
  if (readCookie('Seller-Token') === null) return
  endSession()
  client.clear()
  tell()
  // Runs the guards of the page one is on: an open one stays, any other leads to signing in and back.
  void router.invalidate()
}
