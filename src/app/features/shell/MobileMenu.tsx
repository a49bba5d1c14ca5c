import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Dialog } from '../../ui/Dialog.tsx'
import { AccountSheet } from './Account.tsx'
import { Display, Languages } from './Choices.tsx'
import css from './Header.module.css'
import { HERE, MENU } from './menu.ts'

/** Everything of the two bars, below 992 px. */
export function MobileMenu({ onClose }: { readonly onClose: () => void }) {
  const { t, i18n } = useLingui()
  return (
    <Dialog title={<Trans>Menu</Trans>} onClose={onClose} sheet>
      <div className={css.sheet}>
        <AccountSheet onLeave={onClose} />
        <nav aria-label={t`Main menu`}>
          {MENU.map(({ key, to, hash, label }) => (
            <Link key={key} to={to} {...(hash && { hash })} className={css.item} activeOptions={HERE} onClick={onClose}>
              {i18n._(label)}
            </Link>
          ))}
        </nav>
        <section>
          <h3><Trans>Language</Trans></h3>
          <Languages />
        </section>
        <Display />
      </div>
    </Dialog>
  )
}
