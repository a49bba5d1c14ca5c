import { HOME_PATH } from '../../../contract/pages.ts'
import { screenRows } from '../../../contract/screens.ts'
import type { Written } from '../../../contract/screens.ts'

/** Pages that the server writes, so that they are readable before any script loads. */
const WRITTEN = new Map<string, Written>(screenRows.flatMap(({ path, written }) => (written ? [[path, written]] : [])))

/** The written page at an address; null: the app draws it alone. */
export function writtenAt(
  pathname: string,
  search: URLSearchParams,
): { readonly href: string; readonly anonymousOnly: boolean } | null {
  const path = pathname === '/' ? HOME_PATH : pathname
  const written = WRITTEN.get(path)
  if (!written) return null
  const { search: may = {}, besides = [], anyQuery, anonymousOnly = false } = written
  if (anyQuery) return { href: path, anonymousOnly }
  const said = Array.from(search).filter(([name]) => name !== 'lang' && !besides.includes(name))
  if (!said.every(([name, value]) => may[name]?.test(value)) || new Set(said.map(([name]) => name)).size < said.length)
    return null
  const query = new URLSearchParams(said.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  return { href: query === '' ? path : `${path}?${query}`, anonymousOnly }
}
