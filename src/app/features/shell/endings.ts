import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AnyRouter } from '@tanstack/react-router'
import { onSignal } from '../../lib/api/index.ts'
import type { RouteContext } from '../../lib/context.ts'
import { clearVenue, endSession, readCookie } from '../../lib/session/index.ts'
import { notify } from '../../ui/toast.ts'

/** The server refused a bearer: the session it belongs to is over (spec §8). Nothing else ends one. */
export function watchEndings(router: AnyRouter, context: RouteContext): void {
  onSignal((signal) => {
    if (signal.type !== 'unauthorised') return
    void (signal.client === 'venue' ? endVenue(router, context) : endSeller(router, context))
  })
}

/** The first call of a page may be refused before its texts are here. */
async function tell({ localeReady }: RouteContext): Promise<void> {
  await localeReady
  notify({ tone: 'warn', title: i18n._(msg`The session is invalid or has expired. Please sign in again.`), key: 'expired', assertive: true })
}

async function endVenue(router: AnyRouter, context: RouteContext): Promise<void> {
  // Several calls may come back refused at once.
  if (readCookie('Venue-Token') === null) return
  clearVenue()
  await tell(context)
  await router.navigate({ to: '/' })
}

async function endSeller(router: AnyRouter, context: RouteContext): Promise<void> {
  if (readCookie('Seller-Token') === null) return
  endSession()
  context.client.clear()
  await tell(context)
  // Runs the guards of the page one is on: an open one stays, any other leads to signing in and back.
  await router.invalidate()
}
