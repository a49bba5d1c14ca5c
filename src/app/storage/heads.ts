/**
 * What is kept of one form: usually one head. Two tabs that both typed leave two, side by side, until the person has chosen. Each head
 * carries what it has seen of every tab, so a newer one that grew out of an older takes its place, and any other stands beside it.
 */
export interface Revision {
  readonly tab: string
  readonly n: number
}
/** The newest revision of each tab that is included. */
export type Seen = Readonly<Record<string, number>>

export interface Head {
  readonly revision: Revision
  readonly seen: Seen
  /** Of the form's shape. */
  readonly version: number
  readonly at: number
  readonly value: unknown
}

export const covers = (seen: Seen, { tab, n }: Revision): boolean => (seen[tab] ?? -1) >= n
export const coversAll = (seen: Seen, other: Seen): boolean =>
  Object.entries(other).every(([tab, n]) => covers(seen, { tab, n }))
export const sameRevision = (a: Revision, b: Revision): boolean => a.tab === b.tab && a.n === b.n

/** A form that is opened often would gather tabs for ever. To forget an old one costs a question at worst, never a draft. */
const TABS_SEEN = 40

export function withSeen(seen: Seen, more: Seen): Seen {
  const all = Object.entries(seen).filter(([tab]) => !(tab in more))
  for (const [tab, n] of Object.entries(more)) all.push([tab, Math.max(n, seen[tab] ?? -1)])
  return Object.fromEntries(all.slice(-TABS_SEEN))
}

export const withHead = (heads: readonly Head[], head: Head): readonly Head[] => [...without(heads, head.seen), head]
export const without = (heads: readonly Head[], seen: Seen): readonly Head[] =>
  heads.filter(({ revision }) => !covers(seen, revision))

export const latest = (heads: readonly Head[]): Head | undefined =>
  heads.reduce<Head | undefined>((newest, head) => (newest && newest.at > head.at ? newest : head), undefined)
