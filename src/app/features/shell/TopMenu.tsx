import { useLingui } from '@lingui/react/macro'
import { pathOf } from '../../lib/menu.ts'
import { useStore } from '../../lib/useStore.ts'
import { here } from '../../boot/navigation/index.ts'
import { shellComponent } from '../../boot/lazyComponent.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './Header.module.css'
import { useTopMenu } from './menu.ts'

/** Where such links lead is known later than the page. */
export const OutsideWay = shellComponent(() => import('./OutsideWay.tsx').then((module) => module.OutsideWay), {
  unasked: true,
})

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
          <OutsideWay key={href} to="shop" address={href} className={css.item}>
            {label}
          </OutsideWay>
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
