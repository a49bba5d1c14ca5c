import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { layout } from '../../lib/layout.ts'
import { useDesktop } from '../../lib/media.ts'
import { pathOf, screensOf, useMenu, type MenuRoute } from '../../lib/menu.ts'
import { menuPath } from '../../lib/screens.ts'
import { pageTitle } from '../../lib/pageTitle.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NotAllowedPage } from '../../ui/NotAllowedPage.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './CentreLayout.module.css'
import { SettingsPanel } from './SettingsPanel.tsx'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { retitle, visit } from './tabs.ts'
import { visited } from './visited.ts'

/**
 * The user centre and the operator's desk: a menu beside the page, tabs of visited pages above it; below 992 px the
 * menu is a sheet.
 */
export function CentreLayout() {
  const menu = useMenu()
  const here = useRouterState({ select: ({ location }) => menuPath(location.pathname) })
  const wide = useDesktop()
  const { sideTheme, topNav, fixedHeader } = useStore(layout)
  // The first group is the top menu.
  const groups = menu?.slice(1)
  const mine = groups?.find((group) => groupHas(group, here)) ?? groups?.[0]
  useVisits(menu, here)
  // Of neither layout: choosing the other must not close it.
  const [choosing, setChoosing] = useState(false)
  const choose = (): void => setChoosing(true)

  const beside = topNav && mine ? [mine] : groups
  return (
    <div className={classes(css.layout, wide && css.beside)}>
      {wide && (
        <aside
          className={classes(css.side, sideTheme === 'dark' && css.dark)}
          data-scheme-of={sideTheme === 'dark' ? 'dark' : 'page'}
        >
          <SideMenu groups={beside} />
        </aside>
      )}
      <div className={css.page}>
        {wide ? (
          <div className={classes(css.head, fixedHeader && css.fixed)}>
            {topNav && groups && groups.length > 1 && <TopNav groups={groups} mine={mine} />}
            <Tools here={here} onLayout={choose} />
          </div>
        ) : (
          <MenuSheet groups={groups} title={mine?.meta.title} onLayout={choose} />
        )}
        {menu && isBarred(menu, here) ? <NotAllowedPage /> : <Outlet />}
      </div>
      {choosing && <SettingsPanel onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** A screen of the desk that is not in one's menu is none of one's own; the server says the same to its calls. */
const isBarred = (menu: readonly MenuRoute[], here: string): boolean =>
  (here === '/desk' || here.startsWith('/desk/')) && !screensOf(menu).some(({ path }) => isUnder(here, pathOf(path)))

const isUnder = (here: string, path: string): boolean => here === path || here.startsWith(`${path}/`)
const groupHas = (group: MenuRoute, here: string): boolean =>
  screensOf([group]).some(({ path }) => isUnder(here, pathOf(path)))

/** Each page that is shown gets its tab; the menu's title stands in it until the page says its own. */
function useVisits(menu: readonly MenuRoute[] | undefined, here: string): void {
  const href = useRouterState({ select: ({ location }) => location.href })
  // On the way through a redirect (`/redirect/…`, `/user`) there is no page yet.
  const shown = useRouterState({ select: ({ location, resolvedLocation }) => location.href === resolvedLocation?.href })
  const title = menu && screensOf(menu).find(({ path }) => pathOf(path) === here)?.meta.title
  useEffect(() => {
    if (!shown) return
    const known = visited.get().find(({ path }) => path === here)?.title
    const name = title ?? known ?? pageTitle.get()
    if (name) visited.change((tabs) => visit(tabs, { path: here, href, title: name }))
    return pageTitle.subscribe(() => {
      const own = pageTitle.get()
      if (own && title === undefined)
        visited.change((tabs) => visit(retitle(tabs, here, own), { path: here, href, title: own }))
    })
  }, [here, href, title, shown])
}

function TopNav({ groups, mine }: { readonly groups: readonly MenuRoute[]; readonly mine: MenuRoute | undefined }) {
  const { t } = useLingui()
  return (
    <nav className={css.top} aria-label={t`Groups`}>
      {groups.map((group) => {
        const first = group.children.find(({ hidden }) => !hidden)
        return (
          first && (
            <PathLink key={group.name} href={first.path} aria-current={group === mine ? 'true' : undefined}>
              {group.meta.title}
            </PathLink>
          )
        )
      })}
    </nav>
  )
}

function Tools({ here, onLayout }: { readonly here: string; readonly onLayout: () => void }) {
  const { tagsView } = useStore(layout)
  return (
    <div className={css.tools}>
      {tagsView ? <TabBar here={here} /> : <span className={css.spread} />}
      <LayoutButton onPress={onLayout} />
    </div>
  )
}

function LayoutButton({ onPress }: { readonly onPress: () => void }) {
  const { t } = useLingui()
  return (
    <Button variant="quiet" icon aria-label={t`Layout`} aria-haspopup="dialog" onClick={onPress}>
      <Icon name="gear" />
    </Button>
  )
}

interface MenuSheetProps {
  readonly groups: readonly MenuRoute[] | undefined
  readonly title: string | undefined
  readonly onLayout: () => void
}

function MenuSheet({ groups, title, onLayout }: MenuSheetProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={css.bar}>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="menu" />
        {title ?? <Trans>User center</Trans>}
      </Button>
      <LayoutButton onPress={onLayout} />
      {open && (
        <Dialog title={<Trans>Menu</Trans>} onClose={() => setOpen(false)} sheet>
          <SideMenu groups={groups} bare onLeave={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}
