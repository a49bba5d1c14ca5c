import { freshDataDir, startServer, type TestServer } from '../support/server.ts'
import { worldIn, type WorldOptions, type WorldSession } from '../support/world.ts'
import { openDoors, test as base, type OpenSale } from './openSale.ts'

// One server for a file: each test has a session of its own on it, so that their order does not matter.

interface Shared {
  /** The content of the file's server, with a session for each test; `test.use({ shared })` replaces it. */
  readonly shared: WorldOptions & { readonly sessions: number }
  readonly house: { readonly server: TestServer; readonly unused: WorldSession[] }
}

export const test = base.extend<{ sale: OpenSale }, Shared>({
  shared: [
    { bidders: 2, lots: 2, sessions: 1 },
    { scope: 'worker', option: true },
  ],
  house: [
    async ({ shared }, use) => {
      const dataDir = freshDataDir()
      const unused = [...(await worldIn(dataDir, shared))]
      const server = await startServer({ dataDir, env: { DEMO: '0' } })
      await use({ server, unused })
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  sale: async ({ browser, device, house: { server, unused } }, use) => {
    const session = unused.shift()
    if (!session) throw new Error('the file has more tests than its `shared` world has sessions')
    await openDoors(browser, device, { server, session }, use)
  },
})
