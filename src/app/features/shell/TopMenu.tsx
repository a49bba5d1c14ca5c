import { useLingui } from '@lingui/react/macro'
import { pathOf } from '../../lib/menu.ts'
import { useStore } from '../../lib/useStore.ts'
import { here } from '../../lib/way/index.ts'
import { OutsideLink } from '../../ui/OutsideLink.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './Header.module.css'
import { useTopMenu } from './menu.ts'

export function TopMenu({
  className,
  onLeave,
}: {
  readonly className?: string | undefined
  readonly onLeave?: () => void
}) {
  const { t } = useLingui()
  const { pathname } = useStore(here)
  return (
    <nav className={className} aria-label={t`Main menu`}>
      {useTopMenu().map(({ href, label, outside }) =>
        outside ? (
          <OutsideLink key={href} to="shop" address={href} className={css.item}>
            {label}
          </OutsideLink>
        ) : (
          // Current on its page, whatever its query is there.
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
