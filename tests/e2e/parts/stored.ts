import type { Page } from '@playwright/test'

/** All that this browser stores for the site: names and contents of caches, databases, storage. */
export function keptHere(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: string[] = [
      JSON.stringify(Object.entries(localStorage)),
      JSON.stringify(Object.entries(sessionStorage)),
      document.cookie,
    ]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      found.push(name)
      for (const request of await cache.keys()) {
        // Build files hold no personal data.
        if (!request.url.includes('/assets/'))
          found.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    const done = (asked: IDBRequest) =>
      new Promise((resolve) => {
        asked.addEventListener('success', resolve)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const open = indexedDB.open(name)
      await done(open)
      for (const store of open.result.objectStoreNames) {
        const [keys, values] = [
          open.result.transaction(store).objectStore(store).getAllKeys(),
          open.result.transaction(store).objectStore(store).getAll(),
        ]
        await Promise.all([done(keys), done(values)])
        found.push(`${name}/${store}`, JSON.stringify(keys.result), JSON.stringify(values.result))
      }
      open.result.close()
    }
    return found.join('\n')
  })
}

/** The answers on the device: owner (empty for public ones), name, content. */
export function answersKept(
  page: Page,
): Promise<readonly { readonly owner: string; readonly name: string; readonly value: string }[]> {
  return page.evaluate(async () => {
    // Opening it before the app has made it would make an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'timber-sale-room')) return []
    const done = <T>(asked: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        asked.addEventListener('success', () => resolve(asked.result))
        asked.addEventListener('error', () => reject(new Error(asked.error?.message)))
      })
    const database = await done(indexedDB.open('timber-sale-room'))
    const answers = database.transaction('kept').objectStore('kept')
    const [keys, values] = await Promise.all([done(answers.getAllKeys()), done(answers.getAll())])
    database.close()
    // `[account, store, locale, question]`; the device's own copies have an empty account.
    return keys.flatMap((key, at) => {
      const [owner, store, , name] = Array.isArray(key) ? key : []
      return typeof owner === 'string' && store === 'answers' && typeof name === 'string'
        ? [{ owner, name, value: JSON.stringify(values[at]) }]
        : []
    })
  })
}
