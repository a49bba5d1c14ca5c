import type { Store } from '../../src/server/store/open.ts'
import { storeOf } from '../support/reader.ts'
import { test as base } from './fixtures.ts'

/** A server whose store the test can read directly. */
export const test = base.extend<object, { store: Store }>({
  store: [
    async ({ server }, use) => {
      const store = await storeOf(server.dataDir)
      await use(store)
      await store.close()
    },
    { scope: 'worker' },
  ],
})
