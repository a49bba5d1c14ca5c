import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { pathTo } from '../../boot/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './Header.module.css'
import { ShortcutBar } from './ShortcutBar.tsx'
import { TopMenu } from './TopMenu.tsx'

// Fetched when it is opened.
export const MobileMenu = shellComponent(() => import('./MobileMenu.tsx').then((module) => module.MobileMenu))

export function Header() {
  return (
    <header className={css.header}>
      <ShortcutBar />
      <div className={`${css.inner} ${css.top}`}>
        <PathLink href={pathTo('/index')} className={css.logo}>
          <EndGrain size={40} />
          <span className={css.name}>
            <Trans>Timber Sale Room</Trans>
            <small>
              <Trans>Live bidding and procurement</Trans>
            </small>
          </span>
        </PathLink>
        <TopMenu className={css.menu} />
        <Burger />
      </div>
      <div className={css.rule} />
    </header>
  )
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
