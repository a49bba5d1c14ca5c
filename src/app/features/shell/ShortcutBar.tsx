import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/settings.ts'
import { useStore } from '../../lib/useStore.ts'
import { pathTo } from '../../boot/navigation/index.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { Account, Greeting } from './Account.tsx'
import { Display, languageName, Languages } from './Choices.tsx'
import css from './Header.module.css'
import { OutsideMenuLink } from './TopMenu.tsx'
import { useClient } from '../../lib/client.ts'

/** Spec §2: back office, greeting, register, user center, language, quit. */
export function ShortcutBar() {
  const client = useClient()
  return (
    <div className={css.bar}>
      <div className={css.inner}>
        <p className={css.hello}>
          <Greeting />
        </p>
        <Ways className={css.way} />
        <Disclosure icon="contrast" label={<Trans>Display</Trans>}>
          {() => <Display />}
        </Disclosure>
        <Disclosure icon="globe" label={languageName(client)}>
          {() => <Languages />}
        </Disclosure>
        <Account />
      </div>
    </div>
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
  // Asked for when the page is quiet, by the foot, and by the menu of a phone.
  const { data: settings } = useQuery({ ...settingsQuery, enabled: false })
  const leave = onLeave && { onClick: onLeave }
  return (
    <>
      {settings?.backOffice && <OutsideMenuLink to="backOffice" address={settings.backOffice} className={className} />}
      {!signedIn && (
        <PathLink href={pathTo('/register')} className={className} {...leave}>
          <Trans>Register</Trans>
        </PathLink>
      )}
      <PathLink href="/user" className={className} {...leave}>
        <Trans>User center</Trans>
      </PathLink>
    </>
  )
}
