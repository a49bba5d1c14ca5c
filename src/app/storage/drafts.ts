import { without, withHead, type Head, type Seen } from './heads.ts'
import type { Slots } from './slots.ts'

export type { Head, Revision, Seen } from './heads.ts'

/** A draft belongs to an account (`''`: a visitor) and a form. */
export interface Owner {
  readonly account: string
  readonly form: string
}
const DRAFT_KEPT_MS = 30 * 24 * 3_600_000
const keyOf = ({ account, form }: Owner): string => `${account}\n${form}`

/** Why the heads of a form are others than before. `seen` is what went with it. */
export type Change =
  | { readonly why: 'changed' }
  | { readonly why: 'undone' | 'sent'; readonly seen: Seen }
  | { readonly why: 'wiped' }
export type Told = { readonly account: string; readonly form: string | null } & Change

/** Where one open form keeps its draft. */
export interface DraftBox {
  readonly load: () => Promise<readonly Head[]>
  /** Puts `head` in the place of those it has seen; others stay beside it. Resolves with all that is kept now, once it is on disk. */
  readonly save: (head: Head) => Promise<readonly Head[]>
  readonly drop: (seen: Seen, why: 'undone' | 'sent' | 'changed') => Promise<readonly Head[]>
  /** Another tab changed something, or this one comes back from where it could not hear. Returns how to stop. */
  readonly watch: (heard: (change: Change) => void) => () => void
}

export class SignedOut extends Error {
  override readonly name = 'SignedOut'
}

/** What a tab that keeps drafts needs of its surroundings. */
export interface DraftPorts {
  readonly slots: Slots
  readonly now: () => number
  readonly tell: (told: Told) => void
  readonly listen: (heard: (told: Told) => void) => () => void
  readonly onShow: (run: () => void) => () => void
  readonly currentAccount: () => string | null
}

export function openDraft(owner: Owner, ports: DraftPorts): DraftBox {
  const { slots, now, tell, listen, onShow, currentAccount } = ports
  const key = keyOf(owner)
  const openedAt = now()
  const fresh = (heads: readonly Head[]): readonly Head[] => heads.filter(({ at }) => now() - at < DRAFT_KEPT_MS)
  return {
    load: async () => fresh(await slots.read(key)),
    save: async (head) => {
      const heads = await slots.update(key, (old, endedAt) => {
        // A tab that slept through the sign-out must not bring back what was wiped.
        if (owner.account !== '' && endedAt > openedAt && currentAccount() !== owner.account)
          throw new SignedOut('wiped meanwhile')
        return withHead(fresh(old), head)
      })
      tell({ ...owner, why: 'changed' })
      return heads
    },
    drop: async (seen, why) => {
      const heads = await slots.update(key, (old) => without(fresh(old), seen))
      tell(why === 'changed' ? { ...owner, why } : { ...owner, why, seen })
      return heads
    },
    watch: (heard) => {
      const stops = [
        listen((told) => {
          if (told.account === owner.account && (told.form === null || told.form === owner.form)) heard(told)
        }),
        onShow(() => heard({ why: 'changed' })),
      ]
      return () => stops.forEach((stop) => stop())
    },
  }
}

export interface UnsentDraft {
  readonly form: string
  readonly at: number
}

/** What this person has typed and not sent, newest first. */
export async function unsentDrafts(account: string, slots: Slots, now: number): Promise<readonly UnsentDraft[]> {
  const found: UnsentDraft[] = []
  for (const [key, heads] of await slots.all()) {
    const at = Math.max(...heads.map((head) => head.at))
    if (key.startsWith(`${account}\n`) && now - at < DRAFT_KEPT_MS)
      found.push({ form: key.slice(account.length + 1), at })
  }
  return found.toSorted((a, b) => b.at - a.at)
}

/** Everything of one account goes; for a person who signs out. Tabs that still have a form open stop keeping it. */
export async function wipeDrafts(
  account: string,
  { slots, now, tell }: Pick<DraftPorts, 'slots' | 'now' | 'tell'>,
): Promise<void> {
  await slots.dropWhere((key) => key.startsWith(`${account}\n`), now())
  tell({ account, form: null, why: 'wiped' })
}

/** What nobody touched in 30 days goes. */
export const forgetOldDrafts = (slots: Slots, now: number): Promise<void> =>
  slots.dropWhere((_, heads) => heads.every(({ at }) => now - at >= DRAFT_KEPT_MS))
