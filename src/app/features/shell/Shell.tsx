import { Trans } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { refreshes } from '../../lib/refresh.ts'
import { useStore } from '../../lib/useStore.ts'
import { UpdateNotice } from '../../pwa/UpdateNotice.tsx'
import { ConfirmHost } from '../../ui/ConfirmHost.tsx'
import { ToastHost } from '../../ui/ToastHost.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { LinkStrip } from './LinkStrip.tsx'
import css from './Shell.module.css'

/** The venue brings its own head, with its own word about the link: there every line of a phone's screen belongs to the lot. */
const isVenue = (path: string): boolean => path.startsWith('/venue/')

export function Shell() {
  const bare = useRouterState({ select: (state) => isVenue(state.location.pathname) })
  const fresh = useStore(refreshes)
  return (
    <>
      <a className={`visually-hidden ${css.skip}`} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {bare ? null : <Header />}
      {bare ? null : <LinkStrip />}
      <main id="main" tabIndex={-1} className={css.main}>
        <Outlet key={fresh} />
      </main>
      {bare ? null : <Footer />}
      <UpdateNotice />
      <ToastHost />
      <ConfirmHost />
    </>
  )
}
