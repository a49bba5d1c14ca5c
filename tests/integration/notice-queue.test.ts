import type { Client } from 'pg'
import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationName, connect } from '../../src/server/store/connections.ts'
import { watchNoticeQueue } from '../../src/server/store/notice-queue.ts'
import type { Store } from '../../src/server/store/open.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { until } from '../support/until.ts'

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  await store.close()
})

const NAME = 'dead listener'
const CHANNEL = 'a_channel_of_this_test'

/** Listens, and reads nothing more, as a process that hangs. */
async function deadListener(): Promise<Client & { readonly ended: () => boolean }> {
  const client = await connect(store.address, NAME)
  let ended = false
  client.once('end', () => {
    ended = true
  })
  await client.query(`LISTEN ${CHANNEL}`)
  streamOf(client).pause()
  return Object.assign(client, { ended: () => ended })
}

function streamOf(client: Client): Socket {
  const { connection } = client as unknown as { readonly connection: { readonly stream: unknown } }
  if (!(connection.stream instanceof Socket)) throw new Error('a connection without a socket')
  return connection.stream
}

/** More than the sockets of a listener hold. */
const sayMuch = (from: Client) =>
  from.query("SELECT count(pg_notify($1, n || repeat('x', 7000))) FROM generate_series(1, 600) AS n", [CHANNEL])

const isStuck = async (from: Client) =>
  (
    await from.query("SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event = 'ClientWrite'", [
      applicationName(NAME),
    ])
  ).rows.length > 0

test('a listener that does not read fills the notice queue until it is dropped', async () => {
  const dead = await deadListener()
  const client = await connect(store.address, 'test')
  try {
    await sayMuch(client)
    await until(() => isStuck(client))
    await sayMuch(client)
    const full = await watchNoticeQueue(client, applicationName(NAME), 600_000)
    expect(full.dropped).toBe(0)
    expect(full.usage).toBeGreaterThan(0)

    expect(await watchNoticeQueue(client, applicationName(NAME), 0)).toMatchObject({ dropped: 1 })
    streamOf(dead).resume()
    await until(() => dead.ended())
    // The queue's end moves on with the next notice.
    await until(async () => {
      await client.query('SELECT pg_notify($1, $2)', [CHANNEL, 'next'])
      return (await watchNoticeQueue(client, applicationName(NAME), 0)).usage === 0
    })
  } finally {
    streamOf(dead).destroy()
    await client.end()
  }
})

test('one that reads is left alone, and the store measures the queue', async () => {
  const reading = await connect(store.address, NAME)
  const client = await connect(store.address, 'test')
  await reading.query(`LISTEN ${CHANNEL}`)
  await sayMuch(client)
  await reading.query('SELECT')
  expect(await watchNoticeQueue(client, applicationName(NAME))).toMatchObject({ dropped: 0 })
  expect(store.metrics.noticeQueueUsage).toBeGreaterThanOrEqual(0)
  await Promise.all([reading.end(), client.end()])
})
