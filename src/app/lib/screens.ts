import { pathOf, screensOf, type MenuRoute } from './menu.ts'

/**
 * The screens that this version of the app has, by the names that the server's menu calls them. Each is a route of its
 * own and is fetched when it is opened. A name that is not here belongs to a newer server: its entry is left out.
 */
export const SCREENS: Readonly<Record<string, string>> = {
  'home/index': '/index',
  'home/list': '/home/list',
  'target/list': '/target/list',
  'rules/index': '/rules',
  'rules/list': '/rules/list',
  'news/index': '/news',
  'news/detail': '/news/detail',
  'user/account': '/user/account',
  'user/company': '/user/company',
  'user/agreement': '/user/agreement',
  'user/sign': '/user/sign',
  'user/order': '/user/order',
  'user/contract': '/user/contract',
  'order/sign': '/order/sign',
  'order/detail': '/order/sign/detail',
  'desk/certification': '/desk/certification',
  'desk/users': '/desk/users',
  'desk/outbox': '/desk/outbox',
  'desk/settings': '/desk/settings',
}

/**
 * What opens where an entry of the menu leads: a screen, a frame, another site; `null` for one that this version does
 * not know.
 */
export type Target =
  | { readonly kind: 'screen' | 'frame'; readonly href: string }
  | { readonly kind: 'outside'; readonly href: string }

export function targetOf({ path, component, meta }: Pick<MenuRoute, 'path' | 'component' | 'meta'>): Target | null {
  if (meta.link !== null) return { kind: 'outside', href: meta.link }
  if (meta.frame !== null) return { kind: 'frame', href: `/frame?src=${encodeURIComponent(meta.frame)}` }
  const screen = SCREENS[component]
  return screen === undefined
    ? null
    : { kind: 'screen', href: knows(path) ? path : screen + path.slice(pathOf(path).length) }
}

/** Addresses that lead to a screen which stands in the menu under another. */
const ALSO: Readonly<Record<string, string>> = { '/order/sign': '/user/order/sign' }
/** Under which of its addresses the menu and the tabs know a screen. */
export const menuPath = (path: string): string => (Object.hasOwn(ALSO, path) ? (ALSO[path] ?? path) : path)

const knows = (path: string): boolean =>
  Object.values(ALSO).includes(pathOf(path)) || Object.values(SCREENS).includes(pathOf(path))

/** Where an address leads that is none of the app's own but stands in the menu. */
export function screenAt(menu: readonly MenuRoute[], address: string): string | null {
  const entry = screensOf(menu).find(({ path }) => pathOf(path) === pathOf(address))
  const target = entry && targetOf(entry)
  return target && target.kind !== 'outside' && pathOf(target.href) !== pathOf(address) ? target.href : null
}
