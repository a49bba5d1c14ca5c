import { HOME_PATH } from '../../../contract/pages.ts'

interface Written {
  /** The query that the server-written page supports; with any other the app draws it alone. */
  readonly search?: Readonly<Record<string, RegExp>>
  /** Query parameters that do not change the page. */
  readonly besides?: readonly string[]
  /** No query changes the page. */
  readonly anyQuery?: true
  /** Only for signed-out readers: others are redirected, or see their own data. */
  readonly anonymousOnly?: true
}
const NAME = /^[\w-]{1,80}$/
/** Pages that are readable before any script loads. */
const WRITTEN: Readonly<Record<string, Written>> = {
  [HOME_PATH]: { anyQuery: true },
  '/home/list': { search: { list: /^(?:pending|deal|failed)$/ }, anonymousOnly: true },
  '/news': { search: { type: /^[0-3]$/ } },
  '/news/detail': { search: { id: NAME } },
  '/rules': { search: { name: NAME } },
  '/rules/list': {},
  '/privacy': {},
  '/service': {},
  '/login': { besides: ['redirect'], anonymousOnly: true },
  '/register': { anonymousOnly: true },
  '/forgotPassword': {},
  '/404': {},
}

/** The page that the server writes for an address: null where the app draws it alone. */
export function writtenAt(
  pathname: string,
  search: URLSearchParams,
): { readonly href: string; readonly anonymousOnly: boolean } | null {
  const path = pathname === '/' ? HOME_PATH : pathname
  if (!Object.hasOwn(WRITTEN, path)) return null
  const { search: may = {}, besides = [], anyQuery, anonymousOnly = false } = WRITTEN[path] ?? {}
  if (anyQuery) return { href: path, anonymousOnly }
  const said = Array.from(search).filter(([name]) => name !== 'lang' && !besides.includes(name))
  if (!said.every(([name, value]) => may[name]?.test(value)) || new Set(said.map(([name]) => name)).size < said.length)
    return null
  const query = new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return { href: query === '' ? path : `${path}?${query}`, anonymousOnly }
}
