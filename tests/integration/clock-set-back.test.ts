import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open } from '../../src/domain/log.ts'
import { monotonic } from '../../src/server/clock.ts'
import { openNode, type Running } from '../../src/server/main.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import { addAccount } from '../../src/server/store/accounts.ts'
import { outbox } from '../../src/server/store/schema.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime } from '../support/room/fake-time.ts'
import { node, running } from '../support/room/sale.ts'
import { someAccount } from '../support/store/rows.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { until } from '../support/until.ts'

const ASKED_EVERY_MS = 10_000
let store: Store & { readonly dataDir: string }
const nodes: Running[] = []
/** How far the database's clock was set back. */
let back = 0
const asks: (() => void)[] = []

const start = (): Promise<Running> =>
  openNode(
    {
      host: '127.0.0.1',
      port: 0,
      dataDir: store.dataDir,
      databaseUrl: null,
      databaseOwnerUrl: null,
      databaseSync: false,
      secretKey: null,
      bucket: null,
      demo: false,
      trustProxy: false,
      publicUrls: [],
      tls: null,
      metricsToken: null,
      securityContact: null,
      smtpUrl: null,
      mailFrom: 'x@example.com',
      smsUrl: null,
      smsToken: null,
      pushHosts: [],
      messagesPerHour: 600,
      operatorIdleMinutes: 30,
      liveConnections: 20_000,
      otlpEndpoint: null,
      nodeId: randomUUID(),
      logLevel: 'silent',
      auditLog: false,
    },
    {
      time: {
        monotonic,
        ofDatabase: (ms) => ms - back,
        timers: {
          ...systemTimers,
          every(ms, run) {
            if (ms === ASKED_EVERY_MS) asks.push(run)
            return systemTimers.every(ms, run)
          },
        },
      },
    },
  )

beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  for (const one of nodes) await one.stop()
  await store.close()
})

test("T6: the database's clock set back closes a running sale temporarily, and each operator is told once, whichever nodes see it", async () => {
  for (const login of ['olga', 'oscar'])
    await addAccount(
      store.db,
      someAccount({ id: login, login, roles: ['admin'], email: `${login}@example.com`, companyId: null }),
    )
  const time = new FakeTime()
  const before = node(store, time)
  await before.start()
  const id = await running(store, before, time, { rule: { biddingSeconds: 3_600 } })
  await before.stop()
  nodes.push(await start(), await start())
  back = 90_000
  const types = async () =>
    (await store.log.readTail(id, 0, 1_000)).map(({ entry, openings }) => open(entry, openings).type)
  await until(async () => {
    for (const ask of asks) ask()
    return (await types()).includes('session.closed')
  })
  const mails = () => store.db.select().from(outbox)
  await until(async () => (await mails()).length >= 2)
  for (const ask of asks) ask()
  expect((await types()).filter((type) => type === 'clock.set_back')).toHaveLength(1)
  expect((await types()).slice(-2)).toEqual(['clock.set_back', 'session.closed'])
  const told = await mails()
  expect(told.map(({ recipient }) => recipient).toSorted()).toEqual(['olga@example.com', 'oscar@example.com'])
  for (const { subject, body } of told) {
    expect(subject).toContain('The clock was set back: Spring timber')
    expect(body).toContain('春季木材')
    expect(body).toMatch(/set back by (89|90) s/)
  }
})
