import type { Client } from '../client.ts'

/** Asks the browser, once for each page, not to clear this site's data for want of room. */
export const keepForGood = (client: Client): void => client.part(createKeepForGood)()

function createKeepForGood(): () => void {
  let asked = false
  return () => {
    if (asked) return
    asked = true
    void globalThis.navigator?.storage?.persist?.().catch(() => false)
  }
}
