import { msg } from '@lingui/core/macro'
import { redirect, type ParsedLocation } from '@tanstack/react-router'
import type { RouteContext } from '../../lib/context.ts'
import { describedAs } from '../../../client/calls/describe.ts'
import { menuQuery } from '../../lib/menu.ts'
import { screenAt } from '../../lib/screens.ts'
import { userQuery } from '../../lib/user.ts'
import { notify } from '../../ui/toast.ts'
import { i18nOf } from '../../lib/i18n/i18n.ts'
import type { Client } from '../../../client/client.ts'

interface Given {
  readonly location: ParsedLocation
  readonly context: RouteContext
  /** The router only prefetches a link. */
  readonly preload: boolean
}

// The access rules of spec §2. Routes below `_signedIn` need a seller token; all others are open.

function mayOpen(client: Client): boolean {
  const { signedIn, mayRead } = client.session.status()
  return signedIn || mayRead
}

/** Without a seller token the guard redirects to sign-in, with the wanted page as return address. */
export async function needSeller({ location, context }: Given): Promise<void> {
  const { client } = context
  if (mayOpen(context.client)) return knowWho(context)
  // A page just opened does not know yet whether the server is reachable; if not, cached pages stay readable.
  if (client.session.status().expired) {
    await client.link.probe()
    if (mayOpen(context.client)) return
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
 * Asks the server for the account's name, which selects the drafts: a killed browser may have kept the cookie but lost
 * the name.
 */
async function knowWho({ client, queries }: RouteContext): Promise<void> {
  if (client.session.account() !== null) return
  const user = await queries.ensureQueryData(userQuery).catch(() => null)
  if (user !== null) client.session.recognised(user.account)
}

/** /login is only for signed-out visitors. */
export function requireSignedOut({ context: { client } }: Pick<Given, 'context'>): void {
  if (client.session.status().signedIn) redirect({ to: '/', replace: true, throw: true })
}

/** The room needs a venue token. */
export async function needVenue({ context, preload }: Given): Promise<void> {
  const { client } = context
  if (client.session.status().inVenue) return
  if (!preload) {
    await context.localeReady
    notify(client, {
      ...describedAs('error', i18nOf(client)._(msg`The session does not exist. Please sign in again.`)),
      key: 'noVenue',
    })
  }
  redirect({ to: '/', replace: true, throw: true })
}

/** Resolves an address unknown to the app by the server's menu, which names its screen. Any other is not found. */
export async function resolveUnknownPath(
  { pathname }: Given['location'],
  { client, queries }: RouteContext,
): Promise<string> {
  if (!client.session.status().signedIn) return '/404'
  // Offline the cached menu is used.
  const menu = await queries.ensureQueryData(menuQuery).catch(() => queries.getQueryData(menuQuery.queryKey))
  return (menu && screenAt(menu, pathname)) ?? '/404'
}
