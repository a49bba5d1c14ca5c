import { createStore } from 'idb-keyval'

/** Where the room keeps what it leaves on a device; every key begins with the account. */
export const PENDING_DATABASE = 'venue-pending'
export const RECEIPTS_DATABASE = 'venue-receipts'
export const STATE_DATABASE = 'venue-states'

/** Every key that begins with these parts. An empty array sorts after all strings and numbers. */
export const below = (parts: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...parts], [...parts, []])

export function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('the database did not say why')))
  })
}

/** Everything of one account, for a person who signs out. */
export async function wipeVenue(account: string): Promise<void> {
  const databases = [
    [PENDING_DATABASE, 'keys'],
    [RECEIPTS_DATABASE, 'receipts'],
    [STATE_DATABASE, 'states'],
  ] as const
  await Promise.all(
    databases.map(([database, name]) =>
      createStore(database, name)('readwrite', (store) => done(store.delete(below([account])))),
    ),
  )
}
