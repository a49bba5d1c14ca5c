import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { onSignal } from '../../lib/api/index.ts'
import type { RouteContext } from '../../lib/context.ts'
import { clearVenue, endSession, readCookie, sellerToken } from '../../lib/session/index.ts'
import { go, here, opened, pathTo } from '../../lib/way/index.ts'
import { asked, confirm } from '../../ui/confirm.ts'
import { notify } from '../../ui/toast.ts'

const EXPIRED = msg`The session is invalid or has expired. Please sign in again.`

/** The server refused a bearer: the session it belongs to is over (spec §8). Nothing else ends one. */
export function watchEndings(context: RouteContext): void {
  onSignal((signal) => {
    if (signal.type !== 'unauthorised') return
    void (signal.client === 'venue' ? endVenue(context) : endSeller(context))
  })
  let before = sellerToken.get()
  sellerToken.subscribe(() => {
    const token = sellerToken.get()
    if (token !== null && token !== before) beginAnew(context)
    before = token
  })
}

/** The first call of a page may be refused before its texts are here. */
async function tell({ localeReady }: RouteContext): Promise<void> {
  await localeReady
  notify({ tone: 'warn', title: i18n._(EXPIRED), key: 'expired', assertive: true })
}

async function endVenue(context: RouteContext): Promise<void> {
  // Several calls may come back refused at once.
  if (readCookie('Venue-Token') === null) return
  clearVenue()
  await tell(context)
  await go(pathTo('/index'))
}

let ending = false

/** One dialog, however many calls fail at once. */
async function endSeller(context: RouteContext): Promise<void> {
  if (ending || readCookie('Seller-Token') === null) return
  ending = true
  // A page that is still opening would be sent to sign in by its guard, and never be told why.
  await opened()
  ending = false
  if (readCookie('Seller-Token') === null) return
  const inRoom = here.get().pathname.startsWith('/venue/')
  endSession({ stayInRoom: inRoom })
  // Bidding goes on by the room's own token; nothing may cover its button.
  if (inRoom) return tell(context)
  await context.localeReady
  const redirect = here.get().href
  // Cancelled, one reads on; whatever was typed is a draft of its own.
  if (!(await confirm({ text: i18n._(EXPIRED) }))) return
  context.client.clear()
  await go(pathTo('/login', { redirect }))
}

/** Whoever signs in, here or in another tab, begins with nothing of who was here before, and is asked no more to sign in. */
function beginAnew({ client }: RouteContext): void {
  client.removeQueries({ type: 'inactive' })
  void client.resetQueries()
  asked.get()?.answer(false)
}
