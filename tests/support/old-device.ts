/** One database of the version before the registry, with the keys and values that version wrote. */
export interface OldDatabaseContent {
  readonly database: string
  readonly objects: string
  readonly rows: readonly (readonly [key: string | readonly (string | number)[], value: unknown])[]
}

/** Runs in a page as well: it uses nothing from outside. Opened as `idb-keyval` opened them. */
export async function plantOldDevice(databases: readonly OldDatabaseContent[]): Promise<void> {
  for (const { database, objects, rows } of databases)
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(database)
      opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(objects))
      opening.addEventListener('error', () => reject(opening.error ?? new Error(database)))
      opening.addEventListener('success', () => {
        const transaction = opening.result.transaction(objects, 'readwrite')
        for (const [key, value] of rows)
          transaction.objectStore(objects).put(value, typeof key === 'string' ? key : [...key])
        transaction.addEventListener('complete', () => {
          opening.result.close()
          resolve()
        })
        transaction.addEventListener('abort', () => reject(transaction.error ?? new Error(database)))
      })
    })
}
