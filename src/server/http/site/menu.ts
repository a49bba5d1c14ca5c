import type { MenuRoute } from '../../../contract/calls/site.ts'
import { menuTexts } from '../../../texts/menu.ts'
import type { ScreenName } from '../../../texts/menu.ts'
import type { Person } from '../../auth/caller.ts'
import { hasRole, may } from '../../auth/permissions.ts'
import type { Permission } from '../../auth/permissions.ts'
import type { Translate } from '../../i18n.ts'

/** A menu entry. Visible with any of its permissions or roles; without either, to everyone. */
interface Entry {
  readonly name: ScreenName
  readonly path: string
  readonly component: string
  readonly icon: string
  readonly hidden?: true
  readonly permissions?: readonly [Permission, ...Permission[]]
  readonly roles?: readonly [string, ...string[]]
  readonly children?: readonly Entry[]
}

/** The top menu first, then the user centre, then the operator's desk. */
const GROUPS: readonly Entry[] = [
  {
    name: 'Main',
    path: '/',
    component: 'Layout',
    icon: 'hammer',
    children: [
      { name: 'Index', path: '/index', component: 'home/index', icon: 'hammer' },
      { name: 'TargetList', path: '/target/list', component: 'target/list', icon: 'table' },
      { name: 'Rules', path: '/rules', component: 'rules/index', icon: 'doc' },
      { name: 'News', path: '/news?type=0', component: 'news/index', icon: 'doc' },
      { name: 'NewsDetail', path: '/news/detail', component: 'news/detail', icon: 'doc', hidden: true },
      { name: 'HomeList', path: '/home/list', component: 'home/list', icon: 'cards', hidden: true },
    ],
  },
  {
    name: 'User',
    path: '/user',
    component: 'Layout',
    icon: 'user',
    children: [
      { name: 'UserAccount', path: '/user/account', component: 'user/account', icon: 'user' },
      { name: 'UserCompany', path: '/user/company', component: 'user/company', icon: 'flag' },
      { name: 'UserAgreement', path: '/user/agreement', component: 'user/agreement', icon: 'doc' },
      { name: 'UserSign', path: '/user/sign', component: 'user/sign', icon: 'number' },
      { name: 'UserOrder', path: '/user/order', component: 'user/order', icon: 'check' },
      { name: 'Sigin', path: '/user/order/sign', component: 'order/sign', icon: 'doc' },
      { name: 'SignDetail', path: '/order/sign/detail', component: 'order/detail', icon: 'doc', hidden: true },
      { name: 'UserContract', path: '/user/contract', component: 'user/contract', icon: 'doc' },
    ],
  },
  {
    name: 'Desk',
    path: '/desk',
    component: 'Layout',
    icon: 'table',
    children: [
      {
        name: 'DeskCertification',
        path: '/desk/certification',
        component: 'desk/certification',
        icon: 'check',
        permissions: ['user:certification:review'],
      },
      {
        name: 'DeskSales',
        path: '/desk/sales',
        component: 'desk/sales',
        icon: 'hammer',
        permissions: ['sale:session:read'],
      },
      {
        name: 'DeskContracts',
        path: '/desk/contracts',
        component: 'desk/contracts',
        icon: 'doc',
        permissions: ['trade:contract:verify'],
      },
      {
        name: 'DeskUsers',
        path: '/desk/users',
        component: 'desk/users',
        icon: 'user',
        permissions: ['user:account:list', 'user:account:suspend'],
      },
      {
        name: 'DeskOutbox',
        path: '/desk/outbox',
        component: 'desk/outbox',
        icon: 'doc',
        permissions: ['system:outbox:list'],
      },
      {
        name: 'DeskSettings',
        path: '/desk/settings',
        component: 'desk/settings',
        icon: 'filter',
        permissions: ['system:settings:edit'],
      },
      {
        name: 'DeskAudit',
        path: '/desk/audit',
        component: 'desk/audit',
        icon: 'doc',
        permissions: ['system:audit:read'],
      },
    ],
  },
]

/** The menu of this person, with translated titles. The shop is linked as soon as the operator sets its address. */
export function menuOf(
  person: Pick<Person, 'roles' | 'permissions' | 'status'>,
  { shop }: { readonly shop: string },
  say: Translate,
): MenuRoute[] {
  const routeOf = (entry: Entry): MenuRoute | null => {
    if (!mayOpen(person, entry)) return null
    const children = (entry.children ?? []).map(routeOf).filter((child) => child !== null)
    // A group of which nothing is left is no group.
    if (entry.children && children.length === 0) return null
    const { name, path, component, icon, hidden = false } = entry
    return {
      name,
      path,
      hidden,
      component,
      meta: { title: say(menuTexts[name]), icon, link: null, frame: null },
      children,
    }
  }
  const [top, ...others] = GROUPS.map(routeOf).filter((group) => group !== null)
  if (!top) return others
  return [shop === '' ? top : { ...top, children: [...top.children, shopLink(shop, say)] }, ...others]
}

const shopLink = (shop: string, say: Translate): MenuRoute => ({
  name: 'Shop',
  path: shop,
  hidden: false,
  component: shop,
  meta: { title: say(menuTexts.Shop), icon: 'leave', link: shop, frame: null },
  children: [],
})

/** Any one of its permissions suffices (spec §6). */
function mayOpen(person: Pick<Person, 'roles' | 'permissions' | 'status'>, { permissions, roles }: Entry): boolean {
  if (!permissions && !roles) return true
  return (
    (permissions !== undefined && may(person, ...permissions)) || (roles !== undefined && hasRole(person, ...roles))
  )
}
