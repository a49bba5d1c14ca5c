import { Trans, useLingui } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { layoutOf } from '../../lib/layout.ts'
import { pathOf, type MenuRoute } from '../../lib/menu.ts'
import { menuPath } from '../../lib/screens.ts'
import { useStore } from '../../lib/useStore.ts'
import { classes } from '../../ui/classes.ts'
import { useSignedIn } from '../../lib/user.ts'
import { EndGrain } from '../../ui/EndGrain.tsx'
import { Icon, isIcon } from '../../ui/Icon.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { SkeletonLine } from '../../ui/Skeleton.tsx'
import { useWaiting } from './contracts/useWaiting.ts'
import css from './SideMenu.module.css'
import { useClient } from '../../lib/client.ts'

interface Props {
  readonly groups: readonly MenuRoute[] | undefined
  /** Hides the menu's title: a sheet has its own. */
  readonly bare?: boolean
  readonly onLeave?: () => void
  /** Content below the screens. */
  readonly foot?: ReactNode
}

/** The screens that the server permits this person, in groups. */
export function SideMenu({ groups, bare = false, onLeave, foot }: Props) {
  const client = useClient()
  const { t } = useLingui()
  const { sidebarLogo } = useStore(layoutOf(client))
  return (
    <nav className={classes(css.menu, bare && css.bare)} aria-label={t`User center`}>
      {sidebarLogo && !bare && <Owner />}
      {groups ? (
        groups.map((group) => <Group key={group.name} group={group} {...(onLeave && { onLeave })} />)
      ) : (
        <SideMenuSkeleton />
      )}
      {foot}
    </nav>
  )
}

/** The name of the person or company, as the product's name is above every page already. */
function Owner() {
  const who = useSignedIn()
  return (
    <p className={css.logo}>
      <EndGrain size={26} />
      {who.kind === 'user' ? (who.user.company?.name ?? who.user.name) : <SkeletonLine width="9ch" />}
    </p>
  )
}

function Group({ group, onLeave }: { readonly group: MenuRoute; readonly onLeave?: () => void }) {
  const currentPath = useRouterState({ select: ({ location }) => menuPath(location.pathname) })
  const shown = group.children.filter(({ hidden }) => !hidden)
  return (
    <section className={css.group}>
      <h2>{group.meta.title}</h2>
      <ul>
        {shown.map(({ name, path, meta }) => (
          <li key={name}>
            <PathLink
              href={path}
              className={css.item}
              aria-current={pathOf(path) === currentPath ? 'page' : undefined}
              {...(onLeave && { onClick: onLeave })}
            >
              {isIcon(meta.icon) && <Icon name={meta.icon} size={18} />}
              {meta.title}
              <Waiting entry={name} />
            </PathLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Number of items behind a menu entry that wait for the reader. */
export function Waiting({ entry }: { readonly entry: string }) {
  const count = useWaiting(entry)
  if (count === 0) return null
  return (
    <span className={css.count}>
      <span aria-hidden="true">{count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}</span>
      <span className="visually-hidden">
        <Trans>{count} waiting for you</Trans>
      </span>
    </span>
  )
}
const MOST_SHOWN = 99

const SideMenuSkeleton = () => (
  <div className={css.skeleton} aria-hidden="true">
    {[1, 2, 3, 4, 5].map((line) => (
      <SkeletonLine key={line} height="1.25rem" />
    ))}
  </div>
)
