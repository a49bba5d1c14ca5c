import { addresses, also } from 'virtual:screens'
import { pathOf, screensOf, type MenuRoute } from './menu.ts'

/** The target of a menu entry: a screen, a frame, another site; `null` for one unknown to this version. */
export type Target =
  | { readonly kind: 'screen' | 'frame'; readonly href: string }
  | { readonly kind: 'outside'; readonly href: string }

export function targetOf({ path, component, meta }: Pick<MenuRoute, 'path' | 'component' | 'meta'>): Target | null {
  if (meta.link !== null) return { kind: 'outside', href: meta.link }
  if (meta.frame !== null) return { kind: 'frame', href: `/frame?src=${encodeURIComponent(meta.frame)}` }
  // An unknown name is from a newer server, so its entry is left out.
  const screen = addresses[component]
  return screen === undefined
    ? null
    : { kind: 'screen', href: knows(path) ? path : screen + path.slice(pathOf(path).length) }
}

/** Path of a screen's entry in the menu and the tabs. */
export const menuPath = (path: string): string => (Object.hasOwn(also, path) ? (also[path] ?? path) : path)

const knows = (path: string): boolean =>
  Object.values(also).includes(pathOf(path)) || Object.values(addresses).includes(pathOf(path))

/** The target of an address that is not a route of the app, but is in the menu. */
export function screenAt(menu: readonly MenuRoute[], address: string): string | null {
  const entry = screensOf(menu).find(({ path }) => pathOf(path) === pathOf(address))
  const target = entry && targetOf(entry)
  return target && target.kind !== 'outside' && pathOf(target.href) !== pathOf(address) ? target.href : null
}
