import { createStore, type UseStore } from 'idb-keyval'
import type { Head } from './heads.ts'

/** Where the heads of all forms are kept, by key. */
export interface Slots {
  read(key: string): Promise<readonly Head[]>
  /** Reads and writes as one: tabs wait for each other. `endedAt`: when somebody last signed out here (0: never). */
  update(key: string, change: (heads: readonly Head[], endedAt: number) => readonly Head[]): Promise<readonly Head[]>
  all(): Promise<readonly (readonly [key: string, heads: readonly Head[]])[]>
  dropWhere(gone: (key: string, heads: readonly Head[]) => boolean, endedAt?: number): Promise<void>
}

/** Never the key of a form: those have a line break. */
const ENDED = 'ended'

let made: UseStore | null = null
/** Async, so that a browser without a database refuses like a full one: later. */
// oxlint-disable-next-line typescript/require-await
const store = async (): Promise<UseStore> => (made ??= createStore('drafts', 'forms'))

/**
 * A readwrite transaction of IndexedDB is the lock that all tabs share: it begins when the earlier ones are through, and unlike a Web Lock
 * it needs no waiting for a callback in a page that is about to go.
 */
export const indexedSlots: Slots = {
  read: async (key) => (await store())('readonly', (forms) => done(forms.get(key)).then(headsOf)),
  update: async (key, change) =>
    (await store())('readwrite', async (forms) => {
      const finished = ended(forms.transaction)
      const [old, endedAt] = await Promise.all([done<unknown>(forms.get(key)), done<unknown>(forms.get(ENDED))])
      let next: readonly Head[]
      try {
        next = change(headsOf(old), typeof endedAt === 'number' ? endedAt : 0)
      } catch (error) {
        forms.transaction.abort()
        await finished.catch(() => null)
        throw error
      }
      if (next.length === 0) forms.delete(key)
      else forms.put(next, key)
      await finished
      return next
    }),
  all: async () => (await store())('readonly', entriesOf),
  dropWhere: async (gone, endedAt) =>
    (await store())('readwrite', async (forms) => {
      const finished = ended(forms.transaction)
      for (const [key, heads] of await entriesOf(forms)) if (gone(key, heads)) forms.delete(key)
      if (endedAt !== undefined) forms.put(endedAt, ENDED)
      await finished
    }),
}

async function entriesOf(forms: IDBObjectStore): Promise<[string, readonly Head[]][]> {
  const [keys, values] = await Promise.all([done(forms.getAllKeys()), done<unknown[]>(forms.getAll())])
  return keys.flatMap((key, index) =>
    typeof key === 'string' && key !== ENDED ? [[key, headsOf(values[index])] as [string, readonly Head[]]] : [],
  )
}

/** What does not look like heads is left out: a form opens without its draft rather than not at all. */
const headsOf = (value: unknown): readonly Head[] => (Array.isArray(value) ? value.filter(isHead) : [])

function isHead(value: unknown): value is Head {
  if (typeof value !== 'object' || value === null) return false
  const { revision, seen, version, at }: Partial<Record<keyof Head, unknown>> = value
  return (
    typeof revision === 'object' &&
    revision !== null &&
    typeof seen === 'object' &&
    seen !== null &&
    typeof version === 'number' &&
    typeof at === 'number'
  )
}

const failed = (error: DOMException | null): Error => error ?? new Error('the database did not say why')

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(failed(request.error)))
  })
}

/** On disk, as far as the browser promises anything. A full disk shows here, not at the request. */
function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(failed(transaction.error)))
    transaction.addEventListener('error', () => reject(failed(transaction.error)))
  })
}
