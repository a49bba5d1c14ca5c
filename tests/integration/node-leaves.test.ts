import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLOSE } from '../../src/contract/constants.ts'
import { LiveConnection } from '../support/live.ts'
import { freshDataDir, startServer } from '../support/server.ts'
import type { TestServer } from '../support/server.ts'
import { worldIn } from '../support/world.ts'
import type { WorldSession } from '../support/world.ts'

let server: TestServer
let session: WorldSession
beforeAll(async () => {
  const dataDir = freshDataDir()
  const [made] = await worldIn(dataDir, { bidders: 40, lots: 2 })
  if (!made) throw new Error('a world without a session')
  session = made
  server = await startServer({ dataDir, env: { DEMO: '0' } })
})
afterAll(() => server.kill9())

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true))
    socket.unref()
  })

test('a node that leaves refuses connections before it sends clients away, and sends them one after the other', async () => {
  const clients = await Promise.all(
    session.bidders.map(({ venueToken: token }) =>
      LiveConnection.open({ url: server.url, scheduleTimelineId: session.id, token }),
    ),
  )
  const ends = Promise.all(
    clients.map(async (client) => {
      await client.gone
      return { at: performance.now(), code: client.closed?.code, refused: await isRefused(server.port) }
    }),
  )
  await server.stop({ keep: true })
  const ended = await ends
  expect(ended.map(({ code }) => code)).toEqual(clients.map(() => CLOSE.restart))
  expect(ended.filter(({ refused }) => !refused)).toEqual([])
  const times = ended.map(({ at }) => at)
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(100)
})
