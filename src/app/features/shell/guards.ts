import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { RouteContext } from '../../lib/context.ts'
import { describedAs } from '../../../client/calls/describe.ts'
import { probe } from '../../../client/link/index.ts'
import { menuQuery } from '../../lib/menu.ts'
import { screenAt } from '../../lib/screens.ts'
import { currentAccount, recognised, signInStatus } from '../../../client/session/index.ts'
import { userQuery } from '../../lib/user.ts'
import { notify } from '../../ui/toast.ts'

interface Given {
  readonly location: ParsedLocation
  readonly context: RouteContext
  /** A link was only pointed at. */
  readonly preload: boolean
}

// The access rules of spec §2. What stands below `_signedIn` takes a seller token; the rest is open.

function mayOpen(): boolean {
  const { signedIn, mayRead } = signInStatus(Date.now())
  return signedIn || mayRead
}

/** Without a seller token one is sent to sign in, and comes back to where one wanted to go. */
export async function needSeller({ location, context }: Given): Promise<void> {
  if (mayOpen()) return knowWho(context.client)
  // A page that was just opened does not know yet that the server is gone; then what was read may be read on.
  if (signInStatus(Date.now()).expired) {
    await probe()
    if (mayOpen()) return
  }
  const lang = new URLSearchParams(location.searchStr).get('lang')
  redirect({
    to: '/login',
    search: { redirect: location.href, ...(lang === null ? {} : { lang }) },
    replace: true,
    throw: true,
  })
}

/**
 * A browser that was killed may have kept the cookie and lost what stood beside it: whose session it is, and so whose
 * drafts, the server knows.
 */
async function knowWho(client: RouteContext['client']): Promise<void> {
  if (currentAccount() !== null) return
  const user = await client.ensureQueryData(userQuery).catch(() => null)
  if (user !== null) recognised(user.account)
}

/** Who has signed in has no business at /login. */
export function requireSignedOut(): void {
  if (signInStatus(Date.now()).signedIn) redirect({ to: '/', replace: true, throw: true })
}

/** The room takes a venue token and no other. */
export async function needVenue({ context, preload }: Given): Promise<void> {
  if (signInStatus(Date.now()).inVenue) return
  if (!preload) {
    await context.localeReady
    notify({
      ...describedAs('error', i18n._(msg`The session does not exist. Please sign in again.`)),
      key: 'noVenue',
    })
  }
  redirect({ to: '/', replace: true, throw: true })
}

/**
 * An address that is none of ours may be the server's: then its menu says which screen it names. Any other is unknown.
 */
export async function resolveUnknownPath(
  { pathname }: Given['location'],
  client: RouteContext['client'],
): Promise<string> {
  if (!signInStatus(Date.now()).signedIn) return '/404'
  // Without a network the menu that is kept serves.
  const menu = await client.ensureQueryData(menuQuery).catch(() => client.getQueryData(menuQuery.queryKey))
  return (menu && screenAt(menu, pathname)) ?? '/404'
}
