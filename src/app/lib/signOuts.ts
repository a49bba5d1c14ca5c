import { navigate, pageLocationOf } from '../boot/navigation/index.ts'
import type { Queries } from './client.ts'

/** Another tab's sign-out shows first in the local storage, then in the cookie; then its reason follows by message. */
const SETTLED_MS = 300

/**
 * Leaves the pages of an account that has signed out in another tab, also when this tab is hidden: nothing of the
 * account may stay on screen. The page is opened again as a visitor's, so its guard leads to the sign-in page, which
 * returns here. A sign-in that has ended by itself is told by `endings.ts` and leaves the page readable.
 */
export function watchSignOuts(queries: Queries): void {
  const { client } = queries
  const { session, ports } = client
  let shown = session.account()
  session.token.subscribe(() => {
    shown = session.account() ?? shown
  })
  const hasLeft = (): boolean => shown !== null && session.account() === null && session.endedAccount() === null

  async function leave(): Promise<void> {
    if (!hasLeft()) return
    session.refresh()
    // The cookie is still there: the account's name alone was lost.
    if (session.token.get() !== null || session.ended.get()) return
    shown = null
    const { pathname, href } = pageLocationOf(client).get()
    await queries.cancelQueries()
    // The home page and the sign-in page are everyone's.
    if (pathname !== '/index' && pathname !== '/login') await navigate(client, href, { replace: true })
    await queries.resetQueries()
  }
  for (const event of ['storage', 'visibilitychange', 'focus'] as const)
    ports.page.on(event, () => {
      if (hasLeft()) ports.clock.after(SETTLED_MS, () => void leave())
    })
}
