import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/settings.ts'
import { useStore } from '../../lib/useStore.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import css from './Header.module.css'
import { OutsideMenuLink } from './TopMenu.tsx'
import { languageName } from './languages.ts'
import { useClient } from '../../lib/client.ts'

// Chunks that are fetched when the panels are opened.
const Display = shellComponent(() => import('./Choices.tsx').then((module) => module.Display))
const Languages = shellComponent(() => import('./Choices.tsx').then((module) => module.Languages))

/**
 * Entries (spec §2): user centre, register, back office, display, language. Those beyond one line are in the footer
 * too.
 */
export function ShortcutBar() {
  const client = useClient()
  return (
    <>
      <div className={css.ways}>
        <Ways className={css.way} />
      </div>
      <div className={css.choices}>
        <Disclosure icon="contrast" label={<Trans>Display</Trans>} bare>
          {() => <Display />}
        </Disclosure>
        <Disclosure icon="globe" label={languageName(client)} bare>
          {() => <Languages />}
        </Disclosure>
      </div>
    </>
  )
}

/** The links of the shortcut bar; below 992 px they are in the menu. */
export function Ways({
  className,
  onLeave,
}: {
  readonly className: string | undefined
  readonly onLeave?: () => void
}) {
  const client = useClient()
  const signedIn = useStore(client.session.token) !== null
  // Not fetched here: the idle page, the footer and a phone's menu do that.
  const { data: settings } = useQuery({ ...settingsQuery, enabled: false })
  const leave = onLeave && { onClick: onLeave }
  return (
    <>
      <PathLink href="/user" className={className} {...leave}>
        <Trans>User center</Trans>
      </PathLink>
      {!signedIn && (
        <PathLink href={pathTo('/register')} className={className} {...leave}>
          <Trans>Register</Trans>
        </PathLink>
      )}
      {settings?.backOffice && <OutsideMenuLink to="backOffice" address={settings.backOffice} className={className} />}
    </>
  )
}
