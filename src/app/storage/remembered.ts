import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval'
import { currentLocale } from '../lib/i18n/current.ts'
import { currentAccount } from '../lib/session/index.ts'

/**
 * Answers that were read, kept for when there is no network (design §5): apart for each account and language, so that nobody finds
 * another's on a shared device. A browser without a database (private windows) just remembers nothing.
 */
export interface Remembered {
  readonly at: number
  readonly data: unknown
}

const KEPT_MS = 30 * 24 * 3_600_000
/** A database that hangs must not hold up a page that has a network. */
const PATIENCE_MS = 400

let made: UseStore | null = null
const store = (): UseStore => (made ??= createStore('remembered', 'answers'))

const scope = (account: string | null): string => `${account ?? ''}\n`
const keyOf = (name: string): string => `${scope(currentAccount())}${currentLocale()}\n${name}`

async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    return undefined
  }
}

export async function recall(name: string, now: number): Promise<Remembered | undefined> {
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const kept = await Promise.race([orNothing(() => get<Remembered>(keyOf(name), store())), patience])
  return kept && now - kept.at < KEPT_MS ? kept : undefined
}

/** A full disk loses the newest answer, not the page. */
export const keep = (name: string, remembered: Remembered): Promise<void> =>
  orNothing(() => set(keyOf(name), remembered, store()))

/** Everything of one account goes; for a person who signs out. */
export const forget = (account: string): Promise<void> => dropWhere((key) => key.startsWith(scope(account)))

/** What nobody asked for in 30 days goes. */
export const forgetOld = (now: number): Promise<void> => dropWhere((_, { at }) => now - at >= KEPT_MS)

const dropWhere = (gone: (key: string, remembered: Remembered) => boolean): Promise<void> =>
  orNothing(async () => {
    const all = await entries<string, Remembered>(store())
    await Promise.all(all.filter(([key, remembered]) => gone(key, remembered)).map(([key]) => del(key, store())))
  })
