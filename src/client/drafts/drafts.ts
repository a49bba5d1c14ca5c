import type { DraftDb, DraftOwner } from './draftDb.ts'
import { withoutSeen, withVersion, type DraftVersion, type VersionVector } from './versions.ts'

const DRAFT_KEPT_MS = 30 * 24 * 3_600_000

/** The reason why a form's versions changed. `seen`: the removed versions. */
export type DraftChange =
  | { readonly why: 'changed' }
  | { readonly why: 'undone' | 'sent'; readonly seen: VersionVector }
  | { readonly why: 'wiped' }
/** Message between tabs of all versions of the app: its fields must not change. */
export type DraftMessage = { readonly account: string; readonly form: string | null } & DraftChange

/** One open form's draft storage. */
export interface DraftStore {
  readonly load: () => Promise<readonly DraftVersion[]>
  /** Replaces the versions that `version` has seen; others coexist. Resolves with all stored versions, once on disk. */
  readonly save: (version: DraftVersion) => Promise<readonly DraftVersion[]>
  readonly drop: (seen: VersionVector, why: 'undone' | 'sent' | 'changed') => Promise<readonly DraftVersion[]>
  /**
   * Called when another tab has changed a version, or when this tab becomes visible again. Returns the stop function.
   */
  readonly watch: (onChange: (change: DraftChange) => void) => () => void
}

/** The environment of a tab with drafts. */
export interface DraftPorts {
  readonly db: DraftDb
  readonly now: () => number
  readonly post: (message: DraftMessage) => void
  readonly listen: (onMessage: (message: DraftMessage) => void) => () => void
  readonly onShow: (run: () => void) => () => void
  /** Asks the browser not to evict drafts. */
  readonly keepForGood: () => void
}

export function openDraft(owner: DraftOwner, { db, now, post, listen, onShow, keepForGood }: DraftPorts): DraftStore {
  const versions = db.open(owner)
  const fresh = (all: readonly DraftVersion[]): readonly DraftVersion[] =>
    all.filter(({ at }) => now() - at < DRAFT_KEPT_MS)
  return {
    load: async () => fresh(await versions.read()),
    save: async (version) => {
      const all = await versions.update((old) => withVersion(fresh(old), version))
      post({ ...owner, why: 'changed' })
      keepForGood()
      return all
    },
    drop: async (seen, why) => {
      const all = await versions.update((old) => withoutSeen(fresh(old), seen))
      post(why === 'changed' ? { ...owner, why } : { ...owner, why, seen })
      return all
    },
    watch: (onChange) => {
      const stops = [
        listen((message) => {
          const concerns = message.form === null || message.form === owner.form
          if (message.account === owner.account && concerns) onChange(message)
        }),
        onShow(() => onChange({ why: 'changed' })),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}

export interface UnsentDraft {
  readonly form: string
  readonly at: number
}

/** Drafts of an account that are typed but not sent, newest first. */
export async function unsentDrafts(account: string, db: DraftDb, now: number): Promise<readonly UnsentDraft[]> {
  const found = (await db.all(account)).map(([form, versions]) => ({
    form,
    at: Math.max(...versions.map((version) => version.at)),
  }))
  return found.filter(({ at }) => now - at < DRAFT_KEPT_MS).toSorted((a, b) => b.at - a.at)
}

/** Tells all tabs that an account has signed out and its drafts are erased: open forms stop storing theirs. */
export const postWiped = (account: string, { post }: Pick<DraftPorts, 'post'>): void =>
  post({ account, form: null, why: 'wiped' })
