import type { Client } from '../client.ts'

/** Asks the browser, once per page, not to evict this site's data. */
export const keepForGood = (client: Client): void => client.part(createKeepForGood)()

function createKeepForGood(): () => void {
  let asked = false
  return () => {
    if (asked) return
    asked = true
    void globalThis.navigator?.storage?.persist?.().catch(() => false)
  }
}
