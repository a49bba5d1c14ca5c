import { useLingui } from '@lingui/react/macro'
import { pathOf } from '../../lib/menu.ts'
import { useStore } from '../../lib/useStore.ts'
import { pageLocationOf } from '../../boot/navigation/index.ts'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './Header.module.css'
import { useTopMenu } from './menu.ts'
import { useClient } from '../../lib/client.ts'

/** The link's address is in the settings, which load after the page. */
export const OutsideMenuLink = shellComponent(
  () => import('./OutsideMenuLink.tsx').then((module) => module.OutsideMenuLink),
  {
    unasked: true,
  },
)

export function TopMenu({
  className,
  onLeave,
}: {
  readonly className?: string | undefined
  readonly onLeave?: () => void
}) {
  const client = useClient()
  const { t } = useLingui()
  const { pathname } = useStore(pageLocationOf(client))
  return (
    <nav className={className} aria-label={t`Main menu`}>
      {useTopMenu().map(({ href, label, outside }) =>
        outside ? (
          <OutsideMenuLink key={href} to="shop" address={href} className={css.item}>
            {label}
          </OutsideMenuLink>
        ) : (
          // The entry is current on its page; the query does not count.
          <PathLink
            key={href}
            href={href}
            className={css.item}
            aria-current={pathOf(href) === pathname ? 'page' : undefined}
            {...(onLeave && { onClick: onLeave })}
          >
            {label}
          </PathLink>
        ),
      )}
    </nav>
  )
}
