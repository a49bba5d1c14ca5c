import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { whenQuiet } from '../../boot/idle.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { useClient } from '../../lib/client.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { Account } from './Account.tsx'
import css from './Header.module.css'
import { LinkDot } from './LinkStrip.tsx'
import { ShortcutBar } from './ShortcutBar.tsx'
import { TopMenu } from './TopMenu.tsx'

// Chunks that are fetched when a menu is opened.
export const MobileMenu = shellComponent(() => import('./MobileMenu.tsx').then((module) => module.MobileMenu))

const Bell = shellComponent(() => import('./Bell.tsx').then((module) => module.Bell), { unasked: true })

export function Header() {
  return (
    <header className={css.header}>
      <div className={css.inner}>
        <PathLink href={pathTo('/index')} className={css.logo}>
          <EndGrain size={32} />
          <span className={css.name}>
            <Trans>Timber Sale Room</Trans>
          </span>
        </PathLink>
        <TopMenu className={css.menu} />
        <ShortcutBar />
        <LinkDot />
        <BellHost />
        <Account className={css.account} />
        <Burger />
      </div>
    </header>
  )
}

const BELL_QUIET_MS = 500

/** The bell of a signed-in person. It loads when the page is quiet; its place is reserved. */
function BellHost() {
  const client = useClient()
  const signedIn = useStore(client.session.token) !== null
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (signedIn) whenQuiet(() => Promise.resolve(setReady(true)), BELL_QUIET_MS)
  }, [signedIn])
  return signedIn ? <span className={css.bell}>{ready ? <Bell /> : null}</span> : null
}

function Burger() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.burger}>
      <Button variant="quiet" icon aria-label={t`Menu`} aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="menu" size={24} />
      </Button>
      {open && (
        <div className={css.opened}>
          <MobileMenu onClose={() => setOpen(false)} />
        </div>
      )}
    </div>
  )
}
