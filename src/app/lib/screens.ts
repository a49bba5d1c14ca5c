import { pathOf, screensOf, type MenuRoute } from './menu.ts'

/**
 * The screens of this version, by the names in the server's menu. Each is a route of its own, fetched when opened. An
 * unknown name belongs to a newer server: its entry is left out.
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
  'desk/sales': '/desk/sales',
  'desk/contracts': '/desk/contracts',
  'desk/users': '/desk/users',
  'desk/outbox': '/desk/outbox',
  'desk/settings': '/desk/settings',
  'desk/audit': '/desk/audit',
}

/** The target of a menu entry: a screen, a frame, another site; `null` for one unknown to this version. */
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

/** Addresses of screens that the menu lists under another address. */
const ALSO: Readonly<Record<string, string>> = { '/order/sign': '/user/order/sign' }
/** The address of a screen in the menu and the tabs. */
export const menuPath = (path: string): string => (Object.hasOwn(ALSO, path) ? (ALSO[path] ?? path) : path)

const knows = (path: string): boolean =>
  Object.values(ALSO).includes(pathOf(path)) || Object.values(SCREENS).includes(pathOf(path))

/** The target of an address that is not a route of the app but is in the menu. */
export function screenAt(menu: readonly MenuRoute[], address: string): string | null {
  const entry = screensOf(menu).find(({ path }) => pathOf(path) === pathOf(address))
  const target = entry && targetOf(entry)
  return target && target.kind !== 'outside' && pathOf(target.href) !== pathOf(address) ? target.href : null
}
