import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { later } from '../../src/domain/units.ts'
import { carrierOf } from '../../src/server/room/carried.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { APPENDED, CARRIED } from '../../src/server/store/listen.ts'
import { account, company, notification } from '../../src/server/store/schema.ts'
import { emptied } from '../support/store/emptied.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
import type { LiveServer } from '../support/room/live.ts'
import { accept, bid, bidder, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'

/** A node that appends, and one that watches; each counts its own statements. */
let database: Store
let time: FakeTime
let here: WatchedStore
let there: WatchedStore
let appending: RoomService
let watching: RoomService
let server: LiveServer
let queries: number
let id: string
let price: number
beforeAll(async () => {
  database = await temporaryStore()
})
afterAll(async () => {
  await database.close()
})
beforeEach(async () => {
  await emptied(database, 'company', 'account', 'schedule', 'timeline', 'session_event', 'verdict', 'notification')
  queries = 0
  const { db } = database
  here = watched(database)
  there = watched({
    ...database,
    db: new Proxy(db, {
      get(target, name) {
        queries += 1
        return Reflect.get(target, name, target) as unknown
      },
    }),
  })
  time = new FakeTime(() => here.busy() || there.busy())
  appending = node(here, time)
  watching = node(there, time)
  server = await liveServer(watching, time)
  await Promise.all([appending.start(), watching.start()])
  id = await running(database, appending, time)
  price = 100_000
})
afterEach(async () => {
  await server.stop()
  await Promise.all([appending.stop(), watching.stop()])
})

const IDLE = { advanced: () => undefined, loaded: () => undefined, decided: () => undefined }

/** The next bid, by two bidders in turn. */
async function next(rooms: RoomService = appending): Promise<number> {
  price += 1_000
  const { seq } = await accept(rooms, id, bid(price, later(time.now(), 30_000)), bidder(1 + ((price / 1_000) % 2)))
  if (seq === null || seq === undefined) throw new Error('a bid without an entry')
  return seq
}

const told = (clients: readonly LiveClient[]) =>
  until(() => clients.every((client) => client.events.some((event) => event.type === 'bid' && event.price === price)))

async function seated(on: LiveServer): Promise<readonly LiveClient[]> {
  const clients = Array.from({ length: 30 }, (_, i) => {
    const token = on.tokens.deal(id, { identity: 'audience' }, `watcher-${i}`, time)
    return new LiveClient(on.port, { token, timelineId: id })
  })
  await Promise.all(clients.map((client) => client.welcome()))
  return clients
}

test('a node follows the appends of another by what their notices carry, without a statement', async () => {
  const clients = await seated(server)
  const before = { tail: there.calls('readTail'), head: there.calls('head') }
  for (let i = 0; i < 9; i++) {
    await next()
    await time.pass(100)
    await told(clients)
  }
  expect([there.calls('readTail') - before.tail, there.calls('head') - before.head]).toEqual([0, 0])
  expect(await watching.state(id)).toEqual(await appending.state(id))
  await Promise.all(clients.map((client) => client.end()))
})

test('appends that no notice carries are read once each, by one statement, however many watch', async () => {
  const deaf = node({ ...there, onCarried: () => () => undefined }, time)
  const other = await liveServer(deaf, time)
  await deaf.start()
  const clients = await seated(other)
  const before = { tail: there.calls('readTail'), head: there.calls('head') }
  for (let i = 0; i < 9; i++) {
    await next()
    await time.pass(100)
    await told(clients)
  }
  expect([there.calls('readTail') - before.tail, there.calls('head') - before.head]).toEqual([9, 0])
  await Promise.all(clients.map((client) => client.end()))
  await other.stop()
  await deaf.stop()
})

test('a batch too long for a notice is read; one of another key, of another place or invented changes nothing', async () => {
  const seen = await watching.watch(id, IDLE)
  const before = there.calls('readTail')
  const said = 'm'.repeat(500)
  await Promise.all(
    Array.from({ length: 20 }, () =>
      accept(appending, id, { type: 'say', text: said }, { actor: 'host', account: 'host' }),
    ),
  )
  await until(async () => seen.position.state.seq === (await appending.state(id))?.seq)
  expect(there.calls('readTail') - before).toBeGreaterThan(0)

  const { seq } = seen.position.state
  const stranger = carrierOf(Buffer.alloc(32))
  for (const text of [stranger.wrap(id, seq, []) ?? '', `${seq} ${id} AAAA`, 'nonsense', `${seq} ${id} `])
    await database.db.execute(sql`SELECT pg_notify(${CARRIED}, ${text}), pg_notify(${APPENDED}, ${`${seq + 5} ${id}`})`)
  const newest = await next()
  await until(() => seen.position.state.seq === newest)
  expect(await watching.state(id)).toEqual(await appending.state(id))
  seen.close()
})

test('a notice tells nothing of its entries to a role that merely listens', async () => {
  const texts: string[] = []
  const forget = database.onCarried((text) => texts.push(text))
  await next()
  await until(() => texts.length > 0)
  forget()
  const [text = ''] = texts
  expect(text).toContain(id)
  const body = Buffer.from(text.split(' ').at(-1) ?? '', 'base64url').toString('latin1')
  expect(body).not.toContain('account')
  expect(body).not.toContain('salt')
})

test('a node without watchers follows a running room once a second, not at each append', async () => {
  await watching.stop()
  watching = node({ ...there, onCarried: () => () => undefined }, time)
  await watching.start()
  await watching.state(id)
  await time.pass(1_000)
  const before = there.calls('readTail')
  let heard = 0
  const stop = there.onAppend(() => {
    heard += 1
  })
  let newest = 0
  for (let i = 0; i < 10; i++) newest = await next()
  await until(() => heard >= 10)
  stop()
  expect(there.calls('readTail') - before).toBe(0)
  await time.pass(1_000)
  await until(async () => (await watching.state(id))?.seq === newest)
  expect(there.calls('readTail') - before).toBeLessThanOrEqual(2)
})

test('what is asked of a node without watchers is as new as the last notice, and its decisions are on the newest', async () => {
  await watching.state(id)
  let seq = await next()
  await until(async () => (await watching.state(id))?.seq === seq)
  seq = await next()
  const verdict = await watching.give(id, bid(price, later(time.now(), 30_000)), bidder(3))
  expect(verdict).toMatchObject({ verdict: 'refused', reason: 'bid.below_next' })
  expect(await next(watching)).toBe(seq + 1)
})

test('a watcher who comes to a node that was behind is shown the newest', async () => {
  await watching.state(id)
  let heard = 0
  there.onAppend((appended) => {
    heard = appended?.seq ?? heard
  })
  const seq = await next()
  await until(() => heard === seq)
  const token = server.tokens.deal(id, { identity: 'audience' }, 'late', time)
  const client = new LiveClient(server.port, { token, timelineId: id })
  const welcome = await client.welcome()
  expect(welcome.recovered || welcome.snapshot.seq).toBe(seq)
  await client.end()
})

const people = async () => {
  await database.db
    .insert(company)
    .values([1, 2].map((n) => ({ id: `company-${n}`, nameZh: `公司${n}`, nameEn: `Company ${n}`, country: 'CN' })))
  await database.db.insert(account).values(
    [1, 2].map((n) => ({
      id: `account-${n}`,
      login: `account-${n}`,
      passwordHash: '',
      name: `account-${n}`,
      companyId: `company-${n}`,
      status: 4,
      roles: ['buyer'],
      permissions: [],
      createdAt: time.now(),
    })),
  )
}
const notices = () => database.db.select().from(notification)

test('the node that appended writes what follows from it; the others ask the database nothing then', async () => {
  await people()
  await watching.state(id)
  await time.pass(10_000)
  const before = queries
  const seen = await watching.watch(id, IDLE)
  for (let i = 0; i < 5; i++) {
    const seq = await next()
    await until(() => seen.position.state.seq === seq)
    // Bids that are written up together tell each bidder of its newest alone.
    await until(async () => (await notices()).length === i)
  }
  expect(queries - before).toBe(0)
  seen.close()
})

test('what the appending node did not live to write, another writes within seconds', async () => {
  await people()
  const dying = node({ ...here, db: dead() }, time)
  await dying.start()
  const seen = await watching.watch(id, IDLE)
  await next(dying)
  const seq = await next(dying)
  await until(() => seen.position.state.seq === seq)
  expect(await notices()).toEqual([])
  await time.pass(5_000)
  await until(async () => (await notices()).length === 1)
  seen.close()
  await dying.stop()
})

/** A database connection that never answers. */
function dead(): Store['db'] {
  return new Proxy(database.db, {
    get: () => () => {
      throw new Error('the node is dead')
    },
  })
}
