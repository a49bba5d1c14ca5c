import { msg } from '@lingui/core/macro'
import { hashKey } from '@tanstack/react-query'
import { describedAs } from '../../../client/calls/describe.ts'
import { ApiError } from '../../../client/calls/index.ts'
import { CODE } from '../../../contract/codes.ts'
import type { RouteContext } from '../../lib/context.ts'
import { userQuery } from '../../lib/user.ts'
import { navigate, pageOpened, pathTo, pageLocationOf } from '../../boot/navigation/index.ts'
import { confirm, questionOf } from '../../ui/confirm.ts'
import { notifyError } from '../../ui/notifyError.ts'
import { notify } from '../../ui/toast.ts'
import { i18nOf } from '../../lib/i18n/i18n.ts'
import type { Client } from '../../../client/client.ts'

const USER = hashKey(userQuery.queryKey)
const EXPIRED = msg`The session is invalid or has expired. Please sign in again.`

/**
 * Ends a session whose token the server refuses, or whose owner it refuses to name (spec §4, §8). A failure of the
 * system or the link ends none.
 */
export function watchEndings(context: RouteContext): void {
  const { client } = context
  client.signals.on((signal) => {
    if (signal.type !== 'unauthorised') return
    void (signal.client === 'venue' ? endVenue(context, signal.idle) : endSeller(context, signal.idle))
  })
  context.queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || event.query.queryHash !== USER) return
    const error: unknown = event.query.state.error
    if (error instanceof ApiError && error.code !== CODE.unauthorised) void forceOut(context, error)
  })
  client.session.ended.subscribe(() => {
    const { ended, endedAccount } = client.session
    // In another tab; this one's own end is told by the call that found it.
    if (ended.get() && endedAccount() !== null && !client.part(createEnding).underWay) void tellEnded(context)
  })
  let at = pageLocationOf(client).get().pathname
  pageLocationOf(client).subscribe(() => {
    const { pathname } = pageLocationOf(client).get()
    if (pathname !== at) client.session.ended.set(false)
    // The sign-in page opened before the dialog was answered. The dialog would cover and clear the form, so a notice
    // replaces it.
    if (pathname !== at && pathname === '/login') {
      const ending = client.part(createEnding)
      if (ending.prompt !== null) say(client, ending.prompt)
      questionOf(client).get()?.answer(false)
    }
    at = pathname
  })
  let owner = client.session.account()
  client.session.token.subscribe(() => {
    if (client.session.token.get() === null) return
    const before = owner
    owner = client.session.account()
    beginAnew(context, owner === before)
  })
}

/** Waits for the texts: the first call of a page may be refused before they are loaded. */
async function tell({ client, localeReady }: RouteContext, idle: string | undefined): Promise<void> {
  await localeReady
  say(client, idle ?? i18nOf(client)._(EXPIRED))
}

/** The key makes one notice of several with the same text: the call may report the same. */
const say = (client: Client, title: string): void => void notify(client, { ...describedAs('error', title), key: title })

async function endVenue(context: RouteContext, idle: string | undefined): Promise<void> {
  const { client } = context
  // Several calls may be refused at once.
  if (client.session.read('Venue-Token') === null) return
  client.session.clearVenue()
  await tell(context, idle)
  await navigate(client, pathTo('/index'))
}

/** `prompt`: the text of the open dialog. */
const createEnding = (): { underWay: boolean; prompt: string | null } => ({ underWay: false, prompt: null })

/** Shows one dialog, however many calls fail at once. */
async function endSeller(context: RouteContext, idle: string | undefined): Promise<void> {
  if ((await endOnce(context.client, { bySelf: true })) !== null) await tellEnded(context, idle)
}

async function tellEnded(context: RouteContext, idle?: string): Promise<void> {
  const { client } = context
  // Bidding continues with the room's own token, so no dialog may cover the bid button.
  if (isInRoom(client)) return tell(context, idle)
  if (pageLocationOf(client).get().pathname === '/login') return
  await context.localeReady
  const redirect = pageLocationOf(client).get().href
  const ending = client.part(createEnding)
  const text = idle ?? i18nOf(client)._(EXPIRED)
  ending.prompt = text
  const wanted = await confirm(client, { text })
  ending.prompt = null
  // After a cancel the reader reads on; anything typed is stored as a draft.
  if (!wanted) return
  context.queries.clear()
  await navigate(client, pathTo('/login', { redirect }))
}

/** Forced sign-out (spec §4): shows the server's message, then the sign-in page, which returns to this page. */
async function forceOut({ client, queries, localeReady }: RouteContext, error: ApiError): Promise<void> {
  const ended = await endOnce(client, { bySelf: false })
  if (ended === null) return
  await localeReady
  notifyError(client, error)
  if (ended === 'inRoom') return
  const { pathname, href } = pageLocationOf(client).get()
  queries.clear()
  await navigate(client, pathname === '/login' ? href : pathTo('/login', { redirect: href }))
}

const isInRoom = (client: Client): boolean => pageLocationOf(client).get().pathname.startsWith('/venue/')

/** Ends the session, and says where; null if it had ended already. */
async function endOnce(client: Client, { bySelf }: { readonly bySelf: boolean }): Promise<'inRoom' | 'onPage' | null> {
  const ending = client.part(createEnding)
  if (ending.underWay || client.session.read('Seller-Token') === null) return null
  ending.underWay = true
  // Waits for the page, since the guard of an opening one would redirect without the message.
  await pageOpened(client)
  const isLeft = client.session.read('Seller-Token') === null
  const inRoom = isInRoom(client)
  if (!isLeft) client.session.end({ stayInRoom: inRoom, bySelf })
  ending.underWay = false
  if (isLeft) return null
  // The dialog's code is not in the first page.
  void import('../../../client/push/push.ts').then(({ forgetPush }) => forgetPush(client)).catch(() => null)
  return inRoom ? 'inRoom' : 'onPage'
}

/**
 * After a sign-in, here or in another tab, drops the previous account's data and cancels the prompt to sign in. The same
 * account's stays on screen while it is fetched again: someone may be typing into a form that it fills.
 */
function beginAnew({ client, queries }: RouteContext, sameAccount: boolean): void {
  void (sameAccount ? queries.invalidateQueries() : queries.resetQueries())
  questionOf(client).get()?.answer(false)
}
