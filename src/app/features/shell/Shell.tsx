import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useStore } from '../../lib/useStore.ts'
import { pageLocationOf } from '../../boot/navigation/index.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { Hosts } from './Hosts.tsx'
import { LinkStrip } from './LinkStrip.tsx'
import css from './Shell.module.css'
import { useClient } from '../../lib/client.ts'

/** The room has a header of its own, which shows the link's state too: a phone's screen has no lines to spare. */
const isVenue = (path: string): boolean => path.startsWith('/venue/')

/** The shell around every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const client = useClient()
  const bare = isVenue(useStore(pageLocationOf(client)).pathname)
  return (
    <>
      <a className="visually-hidden skip-link" href="#main">
        <Trans>Skip to content</Trans>
      </a>
      {bare ? null : <Header />}
      {bare ? null : <LinkStrip />}
      <main id="main" tabIndex={-1} className={css.main}>
        {children}
      </main>
      {bare ? null : <Footer />}
      <Hosts />
    </>
  )
}
