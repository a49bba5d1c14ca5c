import { HOME_PATH } from '../../../contract/pages.ts'

interface Written {
  /** What its address may say besides; any other query, and the page is drawn by the app alone. */
  readonly search?: Readonly<Record<string, RegExp>>
  /** Of its query what it looks the same with. */
  readonly besides?: readonly string[]
  /** It looks the same whatever its query says. */
  readonly anyQuery?: true
  /** Not for who has signed in: he is led on, or is shown what is his. */
  readonly strangers?: true
}
const NAME = /^[\w-]{1,80}$/
/** Pages that are read before any script is here. */
const WRITTEN: Readonly<Record<string, Written>> = {
  [HOME_PATH]: { anyQuery: true },
  '/home/list': { search: { list: /^(?:pending|deal|failed)$/ }, strangers: true },
  '/news': { search: { type: /^[0-3]$/ } },
  '/news/detail': { search: { id: NAME } },
  '/rules': { search: { name: NAME } },
  '/rules/list': {},
  '/privacy': {},
  '/service': {},
  '/login': { besides: ['redirect'], strangers: true },
  '/register': { strangers: true },
  '/forgotPassword': {},
  '/404': {},
}

/** What the server writes for an address: null where the app draws it alone. */
export function writtenAt(
  pathname: string,
  search: URLSearchParams,
): { readonly href: string; readonly strangers: boolean } | null {
  const path = pathname === '/' ? HOME_PATH : pathname
  if (!Object.hasOwn(WRITTEN, path)) return null
  const { search: may = {}, besides = [], anyQuery, strangers = false } = WRITTEN[path] ?? {}
  if (anyQuery) return { href: path, strangers }
  const said = Array.from(search).filter(([name]) => name !== 'lang' && !besides.includes(name))
  if (!said.every(([name, value]) => may[name]?.test(value)) || new Set(said.map(([name]) => name)).size < said.length)
    return null
  const query = new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return { href: query === '' ? path : `${path}?${query}`, strangers }
}
