import {
  covers,
  mergeVectors,
  versionsOf,
  withVersion,
  type DraftVersion,
  type VersionVector,
} from '../../drafts/versions.ts'
import type { Merged, PreviousDatabase } from './databases.ts'

/**
 * Merges drafts of a tab of the previous version, which still writes to its own database. `imported` has the newest
 * imported revision of each tab. So a draft sent or undone here does not return, and one sent or undone there is
 * deleted here too, unless it was continued here.
 */
export function mergePreviousDrafts(old: unknown, current: unknown, imported: unknown): Merged | null {
  const theirs = versionsOf(old)
  const known = vectorOf(imported)
  const fresh = theirs.filter(({ revision }) => !covers(known, revision))
  const ours = versionsOf(current)
  const left = ours.filter(
    ({ revision }) => !covers(known, revision) || theirs.some(({ seen }) => covers(seen, revision)),
  )
  if (fresh.length === 0 && left.length === ours.length) return null
  const versions = fresh.reduce<readonly DraftVersion[]>(
    (all, version) => (all.some(({ seen }) => covers(seen, version.revision)) ? all : withVersion(all, version)),
    left,
  )
  return {
    data: versions.length > 0 ? versions : undefined,
    imported: fresh.reduce((all, { revision: { tab, n } }) => mergeVectors(all, { [tab]: n }), known),
  }
}

function vectorOf(value: unknown): VersionVector {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

export const previousDrafts: PreviousDatabase = {
  database: 'drafts',
  objects: 'forms',
  keys: 'joined',
  importing: 'firstRead',
  merge: mergePreviousDrafts,
}
