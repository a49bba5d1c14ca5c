import { useLingui } from '@lingui/react/macro'
import { OutsideLink } from '../../ui/OutsideLink.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './Header.module.css'
import { useTopMenu } from './menu.ts'

/** An item is current on its page, whatever its query is there. */
const HERE = { exact: true, includeSearch: false } as const

export function TopMenu({ className, onLeave }: { readonly className?: string | undefined; readonly onLeave?: () => void }) {
  const { t } = useLingui()
  return (
    <nav className={className} aria-label={t`Main menu`}>
      {useTopMenu().map(({ href, label, outside }) =>
        outside ? (
          <OutsideLink key={href} to="shop" address={href} className={css.item}>{label}</OutsideLink>
        ) : (
          <PathLink key={href} href={href} className={css.item} activeOptions={HERE} {...(onLeave && { onClick: onLeave })}>{label}</PathLink>
        ),
      )}
    </nav>
  )
}
