import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { hashKey } from '@tanstack/react-query'
import { describedAs } from '../../../client/calls/describe.ts'
import { ApiError, onSignal } from '../../../client/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import type { RouteContext } from '../../lib/context.ts'
import { clearVenue, endSession, readCookie, sellerToken, signInEnded } from '../../../client/session/index.ts'
import { userQuery } from '../../lib/user.ts'
import { navigate, here, pageOpened, pathTo } from '../../boot/navigation/index.ts'
import { asked, confirm } from '../../ui/confirm.ts'
import { notifyError } from '../../ui/notifyError.ts'
import { notify } from '../../ui/toast.ts'

const USER = hashKey(userQuery.queryKey)
const EXPIRED = msg`The session is invalid or has expired. Please sign in again.`

/**
 * A bearer that the server refuses ends the session it belongs to, and so does a refusal to say whose it is (spec §4,
 * §8). A system or a link that fails is no answer of the server's, and ends none.
 */
export function watchEndings(context: RouteContext): void {
  onSignal((signal) => {
    if (signal.type !== 'unauthorised') return
    void (signal.client === 'venue' ? endVenue(context) : endSeller(context))
  })
  context.client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryHash !== USER) return
    const error: unknown = event.query.state.error
    if (error instanceof ApiError && error.code !== CODE.unauthorised) void forceOut(context, error)
  })
  let at = here.get().pathname
  here.subscribe(() => {
    const { pathname } = here.get()
    if (pathname !== at) signInEnded.set(false)
    at = pathname
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
  const title = i18n._(EXPIRED)
  // The call itself may say the same: one notice.
  notify({ ...describedAs('error', title), key: title })
}

async function endVenue(context: RouteContext): Promise<void> {
  // Several calls may come back refused at once.
  if (readCookie('Venue-Token') === null) return
  clearVenue()
  await tell(context)
  await navigate(pathTo('/index'))
}

let ending = false

/** One dialog, however many calls fail at once. */
async function endSeller(context: RouteContext): Promise<void> {
  const ended = await endOnce({ bySelf: true })
  // Bidding goes on by the room's own token; nothing may cover its button.
  if (ended === 'inRoom') return tell(context)
  if (ended === null) return
  await context.localeReady
  const redirect = here.get().href
  // Cancelled, one reads on; whatever was typed is a draft of its own.
  if (!(await confirm({ text: i18n._(EXPIRED) }))) return
  context.client.clear()
  await navigate(pathTo('/login', { redirect }))
}

/** Forced logout (spec §4): the server's words first, then the sign-in page, which leads back here. */
async function forceOut({ client, localeReady }: RouteContext, error: ApiError): Promise<void> {
  const ended = await endOnce({ bySelf: false })
  if (ended === null) return
  await localeReady
  notifyError(error)
  if (ended === 'inRoom') return
  const { pathname, href } = here.get()
  client.clear()
  await navigate(pathname === '/login' ? href : pathTo('/login', { redirect: href }))
}

/** Where the session ended; null where it had ended already. */
async function endOnce({ bySelf }: { readonly bySelf: boolean }): Promise<'inRoom' | 'onPage' | null> {
  if (ending || readCookie('Seller-Token') === null) return null
  ending = true
  // A page that is still opening would be sent to sign in by its guard, and never be told why.
  await pageOpened()
  ending = false
  if (readCookie('Seller-Token') === null) return null
  const inRoom = here.get().pathname.startsWith('/venue/')
  endSession({ stayInRoom: inRoom, bySelf })
  return inRoom ? 'inRoom' : 'onPage'
}

/**
 * Whoever signs in, here or in another tab, begins with nothing of who was here before, and is asked no more to sign
 * in.
 */
function beginAnew({ client }: RouteContext): void {
  client.removeQueries({ type: 'inactive' })
  void client.resetQueries()
  asked.get()?.answer(false)
}
