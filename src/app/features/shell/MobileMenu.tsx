import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { screensOf, useMenu } from '../../lib/menu.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { AccountSheet, LogOut } from './Account.tsx'
import { Display, Languages } from './Choices.tsx'
import css from './Header.module.css'
import { Ways } from './ShortcutBar.tsx'
import { TopMenu } from './TopMenu.tsx'

/** The menu below 992 px, with all entries of both bars. */
export function MobileMenu({ onClose }: { readonly onClose: () => void }) {
  // The menu links to other sites, whose addresses are in the settings.
  useQuery(settingsQuery)
  return (
    <Dialog title={<Trans>Menu</Trans>} onClose={onClose} sheet>
      <div className={css.sheet}>
        <AccountSheet onLeave={onClose} />
        <Mine onLeave={onClose} />
        <TopMenu onLeave={onClose} />
        <div className={css.leads}>
          <Ways className={css.item} onLeave={onClose} />
        </div>
        <section>
          <h3>
            <Trans>Language</Trans>
          </h3>
          <Languages />
        </section>
        <Display />
        <LogOut onLeave={onClose} />
      </div>
    </Dialog>
  )
}

/** The reader's own pages come first: sign-ups, won lots, contracts, tickets. */
const MINE: readonly string[] = ['UserSign', 'UserOrder', 'UserContract', 'UserTickets']

function Mine({ onLeave }: { readonly onLeave: () => void }) {
  const { t } = useLingui()
  const menu = useMenu()
  const own = screensOf(menu ?? []).filter(({ name, hidden }) => MINE.includes(name) && !hidden)
  if (own.length === 0) return null
  return (
    <nav className={css.mine} aria-label={t`Mine`}>
      {own.map(({ name, path, meta }) => (
        <PathLink key={name} href={path} className={css.item} onClick={onLeave}>
          {meta.title}
        </PathLink>
      ))}
    </nav>
  )
}
