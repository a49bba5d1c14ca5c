import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { AccountSheet } from './Account.tsx'
import { Display, Languages } from './Choices.tsx'
import css from './Header.module.css'
import { Ways } from './ShortcutBar.tsx'
import { TopMenu } from './TopMenu.tsx'

/** Everything of the two bars, below 992 px. */
export function MobileMenu({ onClose }: { readonly onClose: () => void }) {
  // The menu contains links to other sites.
  useQuery(settingsQuery)
  return (
    <Dialog title={<Trans>Menu</Trans>} onClose={onClose} sheet>
      <div className={css.sheet}>
        <AccountSheet onLeave={onClose} />
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
      </div>
    </Dialog>
  )
}
