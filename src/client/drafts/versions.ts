/**
 * Versions of a form's draft: usually one. Two tabs with independent input leave two, until the person chooses. Each
 * version records the revisions of every tab that it has seen, so a successor replaces its ancestors, and any other
 * version coexists.
 */
export interface Revision {
  readonly tab: string
  readonly n: number
}
/** The newest included revision of each tab. */
export type VersionVector = Readonly<Record<string, number>>

export interface DraftVersion {
  readonly revision: Revision
  readonly seen: VersionVector
  /** Version of the form's shape. */
  readonly version: number
  readonly at: number
  readonly value: unknown
}

export const covers = (seen: VersionVector, { tab, n }: Revision): boolean => (seen[tab] ?? -1) >= n
export const coversAll = (seen: VersionVector, other: VersionVector): boolean =>
  Object.entries(other).every(([tab, n]) => covers(seen, { tab, n }))
export const sameRevision = (a: Revision, b: Revision): boolean => a.tab === b.tab && a.n === b.n

/**
 * Limit of tabs in a vector: an often opened form would collect tabs for ever. Forgetting an old tab costs at worst a
 * question, never a draft.
 */
const TABS_SEEN = 40

export function mergeVectors(seen: VersionVector, more: VersionVector): VersionVector {
  const all = Object.entries(seen).filter(([tab]) => !(tab in more))
  for (const [tab, n] of Object.entries(more)) all.push([tab, Math.max(n, seen[tab] ?? -1)])
  return Object.fromEntries(all.slice(-TABS_SEEN))
}

export const withVersion = (versions: readonly DraftVersion[], version: DraftVersion): readonly DraftVersion[] => [
  ...withoutSeen(versions, version.seen),
  version,
]
export const withoutSeen = (versions: readonly DraftVersion[], seen: VersionVector): readonly DraftVersion[] =>
  versions.filter(({ revision }) => !covers(seen, revision))

export const latestVersion = (versions: readonly DraftVersion[]): DraftVersion | undefined =>
  versions.reduce<DraftVersion | undefined>(
    (newest, version) => (newest && newest.at > version.at ? newest : version),
    undefined,
  )

/** Malformed versions are dropped: a form without its draft is better than no form. */
export const versionsOf = (data: unknown): readonly DraftVersion[] =>
  Array.isArray(data) ? data.filter(isDraftVersion) : []

function isDraftVersion(value: unknown): value is DraftVersion {
  if (typeof value !== 'object' || value === null) return false
  const { revision, seen, version, at }: Partial<Record<keyof DraftVersion, unknown>> = value
  return (
    typeof revision === 'object' &&
    revision !== null &&
    typeof seen === 'object' &&
    seen !== null &&
    typeof version === 'number' &&
    typeof at === 'number'
  )
}
