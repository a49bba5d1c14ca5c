import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Account, Greeting } from './Account.tsx'
import { Display, languageName, Languages } from './Choices.tsx'
import css from './Header.module.css'
import { HERE, MENU } from './menu.ts'
import { MobileMenu } from './MobileMenu.tsx'

export function Header() {
  return (
    <header className={css.header}>
      <ShortcutBar />
      <div className={`${css.inner} ${css.top}`}>
        <Link to="/index" className={css.logo}>
          <EndGrain size={40} />
          <span className={css.name}>
            <Trans>Timber Sale Room</Trans>
            <small><Trans>Live bidding and procurement</Trans></small>
          </span>
        </Link>
        <TopMenu />
        <Burger />
      </div>
      <div className={css.rule} />
    </header>
  )
}

function ShortcutBar() {
  return (
    <div className={css.bar}>
      <div className={css.inner}>
        <p className={css.hello}><Greeting /></p>
        <Disclosure icon="contrast" label={<Trans>Display</Trans>}>{() => <Display />}</Disclosure>
        <Disclosure icon="globe" label={languageName()}>{() => <Languages />}</Disclosure>
        <Account />
      </div>
    </div>
  )
}

function TopMenu() {
  const { t, i18n } = useLingui()
  return (
    <nav className={css.menu} aria-label={t`Main menu`}>
      {MENU.map(({ key, to, hash, label }) => (
        <Link key={key} to={to} {...(hash && { hash })} className={css.item} activeOptions={HERE}>
          {i18n._(label)}
        </Link>
      ))}
    </nav>
  )
}

function Burger() {
  const { t } = useLingui()
  const [open, setOpen] = useState(false)
  return (
    <div className={css.burger}>
      <Button variant="quiet" icon aria-label={t`Menu`} aria-expanded={open} onClick={() => setOpen(true)}>
        <Icon name="menu" size={24} />
      </Button>
      {open && <MobileMenu onClose={() => setOpen(false)} />}
    </div>
  )
}
