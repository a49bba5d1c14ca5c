import type { PageSearch } from './paging.ts'

/**
 * What differs between `from` and `to`, on the newest query of a list: a filter that is set while the page of the last
 * one is still on its way keeps that one. `read` reads a query, and leaves defaults out.
 */
export function rebased<Search extends PageSearch>(
  read: (raw: Record<string, unknown>) => Search,
  newest: Search,
  from: Search,
  to: Search,
): Search {
  const entries = (search: Search): readonly (readonly [string, unknown])[] => Object.entries(search)
  const had = new Map(entries(from))
  const has = new Map(entries(to))
  const changes = [...had.keys(), ...has.keys()].filter((name) => had.get(name) !== has.get(name))
  return read(
    Object.fromEntries([
      ...entries(newest),
      ...changes.map((name) => [name, has.get(name)] as const),
      ['page', to.page],
    ]),
  )
}
