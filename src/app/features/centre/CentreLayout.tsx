import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { focusHeading } from '../../lib/heading.ts'
import { layoutOf } from '../../lib/layout.ts'
import { useDesktop } from '../../lib/media.ts'
import { pathOf, screensOf, useMenu, type MenuRoute } from '../../lib/menu.ts'
import { menuPath } from '../../lib/screens.ts'
import { pageTitleOf } from '../../lib/pageTitle.ts'
import { useStore } from '../../lib/useStore.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { NotAllowedPage } from '../../ui/NotAllowedPage.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import css from './CentreLayout.module.css'
import { SettingsPanel } from './SettingsPanel.tsx'
import { SideMenu, Waiting } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { retitle, visit, withoutDone } from './tabs.ts'
import { visitedOf } from './visited.ts'
import { useClient } from '../../lib/client.ts'
import { doneForms } from '../../lib/doneForms.ts'

/**
 * The layout of the user centre and of the operator's screens: a menu beside the page, tabs of visited pages above;
 * below 992 px the menu is a sheet.
 */
export function CentreLayout() {
  const client = useClient()
  const menu = useMenu()
  const currentPath = useRouterState({ select: ({ location }) => menuPath(location.pathname) })
  const wide = useDesktop()
  const { sideTheme, topNav, fixedHeader } = useStore(layoutOf(client))
  // The first group is the top menu.
  const groups = menu?.slice(1)
  const mine = groups?.find((group) => groupHas(group, currentPath)) ?? groups?.[0]
  useVisits(menu, currentPath)
  // The state is outside of both layouts: choosing the other one must not close the panel.
  const [choosing, setChoosing] = useState(false)
  const choose = (): void => setChoosing(true)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => pastMenu(page.current), [])

  const beside = topNav && mine ? [mine] : groups
  return (
    <div className={classes(css.layout, wide && css.beside)}>
      {wide && (
        <aside
          className={classes(css.side, sideTheme === 'dark' && css.dark)}
          data-scheme-of={sideTheme === 'dark' ? 'dark' : 'page'}
        >
          <SideMenu groups={beside} foot={<LayoutButton onPress={choose} named />} />
        </aside>
      )}
      <div className={css.page} ref={page} tabIndex={-1}>
        {wide ? (
          <div className={classes(css.head, fixedHeader && css.fixed)}>
            {topNav && groups && groups.length > 1 && <TopNav groups={groups} mine={mine} />}
            <Tabs currentPath={currentPath} />
          </div>
        ) : (
          <SubNav groups={groups} mine={mine} currentPath={currentPath} onLayout={choose} />
        )}
        {menu && isBarred(menu, currentPath) ? <NotAllowedPage /> : <Outlet />}
      </div>
      {choosing && <SettingsPanel onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** The link to the content, and a navigation, focus `main`; the menu in it is no content. */
function pastMenu(page: HTMLElement | null): (() => void) | undefined {
  const main = page?.closest('main')
  if (!page || !main) return
  const goOn = (): void => {
    if (!focusHeading(page)) page.focus({ preventScroll: true })
  }
  main.addEventListener('focus', goOn)
  return () => main.removeEventListener('focus', goOn)
}

/** An operator's screen that is missing from the person's menu is barred; the server refuses its calls as well. */
const isBarred = (menu: readonly MenuRoute[], currentPath: string): boolean =>
  (currentPath === '/desk' || currentPath.startsWith('/desk/')) &&
  !screensOf(menu).some(({ path }) => isUnder(currentPath, pathOf(path)))

const isUnder = (currentPath: string, path: string): boolean =>
  currentPath === path || currentPath.startsWith(`${path}/`)
const groupHas = (group: MenuRoute, currentPath: string): boolean =>
  screensOf([group]).some(({ path }) => isUnder(currentPath, pathOf(path)))

/** Opens a tab for each page shown, named after the menu until the page sets its own title. */
function useVisits(menu: readonly MenuRoute[] | undefined, currentPath: string): void {
  const client = useClient()
  const href = useRouterState({ select: ({ location }) => location.href })
  // During a redirect (`/redirect/…`, `/user`) there is no page yet.
  const shown = useRouterState({ select: ({ location, resolvedLocation }) => location.href === resolvedLocation?.href })
  const title = menu && screensOf(menu).find(({ path }) => pathOf(path) === currentPath)?.meta.title
  useEffect(() => {
    if (!shown) return
    const done = doneForms(client)
    done.delete(currentPath)
    if (done.size > 0) visitedOf(client).change((tabs) => withoutDone(tabs, done))
    done.clear()
    const known = visitedOf(client)
      .get()
      .find(({ path }) => path === currentPath)?.title
    const name = title ?? known ?? pageTitleOf(client).get()
    if (name) visitedOf(client).change((tabs) => visit(tabs, { path: currentPath, href, title: name }))
    return pageTitleOf(client).subscribe(() => {
      const own = pageTitleOf(client).get()
      if (own && title === undefined)
        visitedOf(client).change((tabs) =>
          visit(retitle(tabs, currentPath, own), { path: currentPath, href, title: own }),
        )
    })
  }, [client, currentPath, href, title, shown])
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

/** Shown from the second page on: a single tab is of no use. */
function Tabs({ currentPath }: { readonly currentPath: string }) {
  const client = useClient()
  const { tagsView } = useStore(layoutOf(client))
  const several = useStore(visitedOf(client)).length > 1
  return tagsView && several ? (
    <div className={css.tools}>
      <TabBar currentPath={currentPath} />
    </div>
  ) : null
}

function LayoutButton({ onPress, named = false }: { readonly onPress: () => void; readonly named?: boolean }) {
  const { t } = useLingui()
  return named ? (
    <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={onPress}>
      <Icon name="gear" size={18} />
      <Trans>Layout</Trans>
    </Button>
  ) : (
    <Button variant="quiet" icon aria-label={t`Layout`} aria-haspopup="dialog" onClick={onPress}>
      <Icon name="gear" />
    </Button>
  )
}

interface SubNavProps {
  readonly groups: readonly MenuRoute[] | undefined
  readonly mine: MenuRoute | undefined
  readonly currentPath: string
  readonly onLayout: () => void
}

/** Below 992 px: the group's screens in one scrollable line. If there are several groups, a sheet lists all. */
function SubNav({ groups, mine, currentPath, onLayout }: SubNavProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={css.bar}>
      {groups && groups.length > 1 && (
        <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          <Icon name="menu" />
          {mine?.meta.title ?? <Trans>User center</Trans>}
        </Button>
      )}
      <SubNavLinks group={mine} currentPath={currentPath} />
      <LayoutButton onPress={onLayout} />
      {open && (
        <Dialog title={<Trans>Menu</Trans>} onClose={() => setOpen(false)} sheet>
          <SideMenu groups={groups} bare onLeave={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}

function SubNavLinks({ group, currentPath }: { readonly group: MenuRoute | undefined; readonly currentPath: string }) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [currentPath, group])
  return (
    <nav className={css.sub} ref={list} aria-label={group?.meta.title}>
      {group?.children
        .filter(({ hidden }) => !hidden)
        .map(({ name, path, meta }) => (
          <PathLink key={name} href={path} aria-current={pathOf(path) === currentPath ? 'page' : undefined}>
            {meta.title}
            <Waiting entry={name} />
          </PathLink>
        ))}
    </nav>
  )
}
