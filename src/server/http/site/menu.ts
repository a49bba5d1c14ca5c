import type { MenuRoute } from '../../../contract/calls/site.ts'
import type { Locale } from '../../../contract/constants.ts'
import { MENU_GROUPS, screenRows, SHOP_TITLE } from '../../../contract/screens.ts'
import type { ScreenRow } from '../../../contract/screens.ts'
import type { Person } from '../../auth/caller.ts'
import { may } from '../../auth/permissions.ts'

/**
 * The person's menu, with titles in the language of the request: the top menu, the user centre, the seller's and the
 * operator's screens. The shop is linked once the operator has set its address.
 */
export function menuOf(
  person: Pick<Person, 'roles' | 'permissions' | 'status'>,
  { shop }: { readonly shop: string },
  locale: Locale,
): MenuRoute[] {
  const groups = Object.entries(MENU_GROUPS).map(([name, { path, icon, title }]): MenuRoute => {
    const children = screenRows.flatMap((row) =>
      row.menu?.group === name && mayOpen(person, row) ? [entryOf(row, locale)] : [],
    )
    const meta = { title: title[locale], icon, link: null, frame: null }
    return { name, path, hidden: false, component: 'Layout', meta, children }
  })
  const [top, ...others] = groups.filter(({ children }) => children.length > 0)
  if (!top) return others
  return [shop === '' ? top : { ...top, children: [...top.children, shopLink(shop, locale)] }, ...others]
}

const entryOf = ({ name, path, component = '', menu, title }: ScreenRow, locale: Locale): MenuRoute => ({
  name,
  path: menu?.href ?? path,
  hidden: menu?.hidden ?? false,
  component,
  meta: { title: title[locale], icon: menu?.icon ?? null, link: null, frame: null },
  children: [],
})

const shopLink = (shop: string, locale: Locale): MenuRoute => ({
  name: 'Shop',
  path: shop,
  hidden: false,
  component: shop,
  meta: { title: SHOP_TITLE[locale], icon: 'leave', link: shop, frame: null },
  children: [],
})

/** Any one of the screen's permissions suffices (spec §6); a role is needed in addition. */
const mayOpen = (person: Pick<Person, 'roles' | 'permissions' | 'status'>, { permissions, role }: ScreenRow): boolean =>
  (permissions === undefined || may(person, ...permissions)) && (role === undefined || person.roles.includes(role))
