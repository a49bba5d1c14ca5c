import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { amountOf, later, milli, minor } from '../../src/domain/units.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { MIGRATIONS } from '../../src/server/store/migrate.ts'
import { listBoard } from '../../src/server/store/board.ts'
import { asOfOneMoment } from '../../src/server/store/in-turns.ts'
import { allOrders, openOrderList } from '../../src/server/store/orders.ts'
import {
  account,
  cancelledOrder,
  company,
  lot,
  notification,
  outbox,
  registration,
  saleOrder,
  sessionHead,
  timeline,
} from '../../src/server/store/schema.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { accept, bid, bidder, HOST, lotOf, node, OPERATOR, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { forget } from '../../src/server/upkeep.ts'
import { asOwner } from '../support/store/owner.ts'
import { NO_FILES } from '../support/store/sweeps.ts'
import { emptied } from '../support/store/emptied.ts'

let database: Store
let store: WatchedStore
let time: FakeTime
let rooms: RoomService
let started: RoomService[]
beforeAll(async () => {
  database = await temporaryStore()
})
afterAll(async () => {
  await database.close()
})
beforeEach(async () => {
  await emptied(
    database,
    'company',
    'account',
    'schedule',
    'timeline',
    'sale_order',
    'cancelled_order',
    'notification',
    'outbox',
    'outbox_key',
    'session_event',
    'session_snapshot',
    'verdict',
  )
  store = watched(database)
  time = new FakeTime(() => store.busy())
  started = []
  rooms = await start()
})
afterEach(async () => {
  await Promise.all(started.map((one) => one.stop()))
})

async function start(on: Store = store): Promise<RoomService> {
  const one = node(on, time)
  started.push(one)
  await one.start()
  return one
}
const inTime = () => later(time.now(), 50_000)
const ordersOf = (id: string) => database.db.select().from(saleOrder).where(eq(saleOrder.timelineId, id))
const mails = () => database.db.select().from(outbox).orderBy(outbox.recipient)

/** The people of the sale, with mail addresses; `dora` looks on. */
async function people(id: string): Promise<void> {
  const now = time.now()
  const { db } = database
  await db.insert(company).values(
    ['company-1', 'company-2', 'seller-co-1', 'host-co'].map((one) => ({
      id: one,
      nameZh: one,
      nameEn: one,
      country: 'CN',
    })),
  )
  const row = (name: string, companyId: string, role: string) => ({
    id: name,
    login: name,
    passwordHash: '',
    name,
    email: `${name}@example.com`,
    companyId,
    status: 4,
    roles: [role],
    permissions: [],
    createdAt: now,
  })
  await db
    .insert(account)
    .values([
      { ...row('anna', 'company-1', 'buyer'), phone: '+8613900000001', phoneProvenAt: now },
      row('bert', 'company-2', 'buyer'),
      row('carl', 'seller-co-1', 'seller'),
      row('hana', 'host-co', 'host'),
      row('dora', 'company-1', 'buyer'),
      { ...row('mute', 'company-2', 'buyer'), email: null },
    ])
  await db.update(timeline).set({ hostAccountId: 'hana' }).where(eq(timeline.id, id))
  await db.insert(registration).values(
    [
      ['company-1', 'anna'],
      ['company-2', 'bert'],
    ].map(([companyId, accountId]) => ({
      timelineId: id,
      companyId: companyId!,
      accountId: accountId!,
      createdAt: now,
    })),
  )
  await db.insert(lot).values({
    id: 'lot-1',
    timelineId: id,
    position: 1,
    sellerCompanyId: 'seller-co-1',
    sellerCode: 'S1',
    nameZh: '',
    nameEn: '',
    species: '',
    origin: '',
    grade: '',
    category: '',
    tradeArea: '',
    tradeClause: '',
    tradeMode: '',
    departurePort: '',
    arrivalPort: '',
    deliveryPlace: '',
    paymentTerms: '',
    length: '',
    humidity: '',
    supplementaryZh: '',
    supplementaryEn: '',
    currency: 'CNY',
    unit: 'm3',
    quantity: milli(1),
    startPrice: minor(1),
    addRange: minor(1),
    deliveryDate: '2031-01-01',
    pictures: [],
  })
}

/** One lot, sold to bidder 1; no other lots. */
async function sold(of: RoomService, practice = false): Promise<string> {
  const id = await running(database, of, time, {
    lots: [lotOf(1)],
    practice,
    rule: { biddingSeconds: 30, autoFinishMinutes: 1 },
  })
  await accept(of, id, bid(100_000, inTime()), bidder(1))
  await time.pass(40_000)
  await until(async () => (await of.state(id))?.lots.get('lot-1')?.status === 'sold')
  return id
}

test('a deal is an order at once, with what the log says of it (K2)', async () => {
  const id = await sold(rooms)
  const [order] = await until(async () => {
    const rows = await ordersOf(id)
    return rows.length > 0 && rows
  })
  const deal = (await rooms.state(id))!.lots.get('lot-1')!.deal!
  expect(order).toMatchObject({
    lotId: 'lot-1',
    seq: deal.seq,
    biddingNumber: 1,
    companyId: 'company-1',
    sellerCompanyId: 'seller-co-1',
    currency: 'CNY',
    price: 100_000,
    quantity: 10_000,
    amount: amountOf(minor(100_000), milli(10_000)),
    onHold: false,
    at: deal.at,
  })
})

test('what a node left undone is done by the next that loads the room, once', async () => {
  const broken = await start({
    ...store,
    db: new Proxy(store.db, {
      get: (db, name, receiver) => {
        if (name === 'insert' || name === 'update') throw new Error('the test took the tables away')
        return Reflect.get(db, name, receiver) as unknown
      },
    }),
  })
  await rooms.stop()
  const id = await sold(broken)
  expect(await ordersOf(id)).toEqual([])
  await broken.stop()
  for (const fresh of [await start(), await start()]) await fresh.state(id)
  await until(async () => (await ordersOf(id)).length === 1)
})

test('a missed order and a missed closing mail are found by state, however long ago the sale ended (mend 19)', async () => {
  const broken = await start({
    ...store,
    db: new Proxy(store.db, {
      get: (db, name, receiver) => {
        if (name === 'insert' || name === 'update') throw new Error('the test took the tables away')
        return Reflect.get(db, name, receiver) as unknown
      },
    }),
  })
  await rooms.stop()
  const id = await sold(broken)
  await people(id)
  await database.db.update(registration).set({ biddingNumber: 1 }).where(eq(registration.companyId, 'company-1'))
  await accept(broken, id, { type: 'accomplish', untried: [] }, HOST)
  await broken.stop()
  time.leap(40 * 86_400_000)
  await start()
  await until(async () => (await ordersOf(id)).length === 1)
  const sent = await until(async () => {
    const rows = await mails()
    return rows.length > 0 && rows
  })
  // Once written, nothing is left to do.
  await until(async () => {
    const [head] = await database.db.select().from(sessionHead).where(eq(sessionHead.timelineId, id))
    return head?.projectedSeq === head?.seq
  })
  await start()
  expect(await mails()).toHaveLength(sent.length)
})

/** Every row of every table, by its place and the transaction that wrote it. */
async function rowsWritten(): Promise<Readonly<Record<string, string>>> {
  const { rows } = await database.db.execute<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  )
  const written: Record<string, string> = {}
  for (const { name } of rows) {
    const { rows: found } = await database.db.execute<{ versions: string }>(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(ctid || ' ' || xmin, ',' ORDER BY ctid)), '') AS versions FROM "${name}"`,
    )
    written[name] = found[0]!.versions
  }
  return written
}

const YEAR_MS = 366 * 86_400_000

/** A sale that was sold, closed and written up; all its mails were sent. */
async function finished(): Promise<string> {
  const id = await sold(rooms)
  await people(id)
  for (const number of [1, 2])
    await database.db
      .update(registration)
      .set({ biddingNumber: number })
      .where(eq(registration.companyId, `company-${number}`))
  await accept(rooms, id, { type: 'accomplish', untried: [] }, HOST)
  await until(async () => {
    const [head] = await database.db.select().from(sessionHead).where(eq(sessionHead.timelineId, id))
    return head?.projectedSeq === head?.seq
  })
  await rooms.stop()
  expect((await mails()).length).toBeGreaterThan(0)
  await database.db.update(outbox).set({ sentAt: time.now(), nextAttemptAt: null })
  return id
}

async function yearsPass(): Promise<void> {
  time.leap(2 * YEAR_MS)
  await forget(database.db, NO_FILES, time)
  expect([await mails(), await database.db.select().from(notification)]).toEqual([[], []])
}

test('a sale of two years ago is looked at ten times on two nodes: no mail, no notice, no row written', async () => {
  const id = await finished()
  await yearsPass()
  const before = await rowsWritten()
  for (let look = 0; look < 5; look += 1) {
    const two = [await start(), await start()]
    for (const one of two) expect((await one.state(id))?.phase).toBe(5)
    for (const one of two) await one.stop()
  }
  expect([await mails(), await database.db.select().from(notification)]).toEqual([[], []])
  expect(await rowsWritten()).toEqual(before)
})

test('an entry after the seal that no node wrote up is written up years later, and nothing before it', async () => {
  const id = await finished()
  const broken = await start({
    ...store,
    db: new Proxy(store.db, {
      get: (db, name, receiver) => {
        if (name === 'insert' || name === 'update') throw new Error('the test took the tables away')
        return Reflect.get(db, name, receiver) as unknown
      },
    }),
  })
  await accept(broken, id, { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }, OPERATOR)
  await broken.stop()
  expect(await ordersOf(id)).toMatchObject([{ cancelled: null }])
  await yearsPass()
  const next = await start()
  await next.state(id)
  await until(async () => (await ordersOf(id))[0]?.cancelled === 'unpaid')
  await next.stop()
  expect([await mails(), await database.db.select().from(notification)]).toEqual([[], []])
})

test('the closing mails of a sale are put once, also where its projections are written again years later', async () => {
  const id = await finished()
  // As a release without keys put them.
  await asOwner(database, `DELETE FROM outbox_key WHERE id LIKE '%anna'`)
  await yearsPass()
  await database.db.update(sessionHead).set({ projectedSeq: 0 }).where(eq(sessionHead.timelineId, id))
  const next = await start()
  await next.state(id)
  await until(async () => {
    const [head] = await database.db.select().from(sessionHead).where(eq(sessionHead.timelineId, id))
    return head?.projectedSeq === head?.seq
  })
  expect(await mails()).toEqual([])
})

test('a sealed sale whose snapshot is lost, or of another release, gets one with the first look', async () => {
  const id = await finished()
  const looking = async (): Promise<number> => {
    const before = store.calls('saveSnapshot')
    const one = node(store, time, { limits: { ledger: { snapshotEvery: 5 } } })
    await one.start()
    await one.state(id)
    await one.stop()
    return store.calls('saveSnapshot') - before
  }
  await asOwner(database, 'DELETE FROM session_snapshot')
  expect([await looking(), await looking()]).toEqual([1, 0])
  await asOwner(database, `UPDATE session_snapshot SET state = '{"kept": {"version": 1}}'`)
  expect([await looking(), await looking()]).toEqual([1, 0])
})

test('admitted: the sign-up gets its bidding number', async () => {
  const id = await running(database, rooms, time, { bidders: 0, practice: true })
  await people(id)
  await accept(
    rooms,
    id,
    {
      type: 'admit',
      standing: { company: 'company-2', status: 4, agreementInEffect: true, operates: false, flags: [] },
    },
    OPERATOR,
  )
  await until(
    async () =>
      (await database.db.select().from(registration)).find(({ companyId }) => companyId === 'company-2')
        ?.biddingNumber === 1,
  )
})

test('31 D4: after the sale a lot that is offered on is neither failed nor unsold, until it is answered', async () => {
  const id = await running(database, rooms, time, {
    lots: [lotOf(1)],
    rule: { biddingSeconds: 30, autoFinishMinutes: 1 },
  })
  await people(id)
  await accept(rooms, id, bid(100_000, inTime()), bidder(2))
  await accept(rooms, id, bid(101_000, inTime()), bidder(1))
  await time.pass(40_000)
  await until(async () => (await rooms.state(id))?.lots.get('lot-1')?.status === 'sold')
  await accept(rooms, id, { type: 'accomplish', untried: [] }, HOST)
  const board = async (status: 'pending' | 'deal' | 'failed') =>
    (await listBoard(database.db, status, { offset: 0, limit: 10 })).rows.flatMap(({ lot, asked }) =>
      lot.timelineId === id ? [`${lot.id}${asked ? ' asked' : ''}`] : [],
    )
  const unsold = async () =>
    (await database.db.select().from(sessionHead).where(eq(sessionHead.timelineId, id)))[0]?.unsold
  await until(async () => (await board('deal')).length === 1)
  await accept(rooms, id, { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }, OPERATOR)
  await until(async () => (await board('failed')).length === 1)
  await until(async () => (await board('deal')).length === 0)
  expect([await board('pending'), await unsold()]).toEqual([[], 1])
  await accept(rooms, id, { type: 'offerDeal', lot: 'lot-1', minutes: 10 }, OPERATOR)
  await until(async () => (await board('failed')).length === 0)
  expect([await board('pending'), await unsold()]).toEqual([['lot-1 asked'], 0])
  await accept(rooms, id, { type: 'declineDeal', lot: 'lot-1' }, bidder(2))
  await until(async () => (await board('failed')).length === 1)
  expect([await board('pending'), await unsold()]).toEqual([[], 1])
})

test('D4: a cancelled deal stays its first buyer’s order, beside that of the next; all parties are told of each step once', async () => {
  const id = await running(database, rooms, time, {
    lots: [lotOf(1)],
    rule: { biddingSeconds: 30, autoFinishMinutes: 60 },
  })
  await people(id)
  for (const number of [1, 2])
    await database.db
      .insert(registration)
      .values({
        timelineId: id,
        companyId: `company-${number}`,
        accountId: number === 1 ? 'anna' : 'bert',
        biddingNumber: number,
        createdAt: time.now(),
      })
      .onConflictDoUpdate({
        target: [registration.timelineId, registration.companyId],
        set: { biddingNumber: number },
      })
  await accept(rooms, id, bid(100_000, inTime()), bidder(2))
  await accept(rooms, id, bid(101_000, inTime()), bidder(1))
  await time.pass(40_000)
  await until(async () => (await rooms.state(id))?.lots.get('lot-1')?.status === 'sold')
  await accept(rooms, id, { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }, OPERATOR)
  await accept(rooms, id, { type: 'offerDeal', lot: 'lot-1', minutes: 10 }, OPERATOR)
  const toldTo = async (name: string) =>
    (await database.db.select().from(notification).where(eq(notification.accountId, name))).map(({ kind }) => kind)
  await until(async () => (await toldTo('bert')).includes('dealToConfirm'))
  await accept(rooms, id, { type: 'confirmDeal', lot: 'lot-1' }, bidder(2))
  const past = () => database.db.select().from(cancelledOrder)
  const [first] = await until(async () => {
    const rows = await past()
    return rows.length > 0 && rows
  })
  expect(first).toMatchObject({ lotId: 'lot-1', companyId: 'company-1', price: 101_000, cancelled: 'unpaid' })
  // The confirmed deal's order is written in a later step than the cancelled deal's.
  await until(async () => (await ordersOf(id)).some(({ companyId }) => companyId === 'company-2'))
  expect(await ordersOf(id)).toMatchObject([{ companyId: 'company-2', price: 100_000, cancelled: null }])

  const list = openOrderList(database.db, () => time.now())
  const seen = async (side: 'buyer' | 'seller', companyId: string, state?: 'cancelled' | 'unsigned') =>
    (await list({ side, companyId, state, offset: 0, limit: 10 })).rows.map(({ order }) => [
      order.companyId,
      order.cancelled,
    ])
  expect(await seen('buyer', 'company-1')).toEqual([['company-1', 'unpaid']])
  expect(await seen('buyer', 'company-1', 'cancelled')).toEqual([['company-1', 'unpaid']])
  expect(await seen('buyer', 'company-2', 'unsigned')).toEqual([['company-2', null]])
  expect(await seen('seller', 'seller-co-1')).toEqual([
    ['company-2', null],
    ['company-1', 'unpaid'],
  ])
  const sheet = await asOfOneMoment(database.db, (tx) =>
    Array.fromAsync(allOrders(tx, { side: 'seller', companyId: 'seller-co-1' }, 1)),
  )
  expect(sheet.flat().map(({ order }) => order.companyId)).toEqual(['company-2', 'company-1'])

  // Rows of a database from before are made from the log by the migration.
  await asOwner(database, 'DELETE FROM cancelled_order')
  const steps = readFileSync(join(MIGRATIONS, '0027_orders.sql'), 'utf8').split('--> statement-breakpoint')
  await asOwner(database, steps.at(-1) ?? '')
  expect(await past()).toEqual([first])

  await until(async () => (await toldTo('bert')).includes('lotWon'))
  expect((await toldTo('anna')).toSorted()).toEqual(['dealCancelled', 'lotWon'])
  // Told again by a node that loads the room: nothing new.
  await (await start()).state(id)
  const all = await database.db.select().from(notification)
  const kindsOf = (name: string) => all.flatMap(({ accountId, kind }) => (accountId === name ? [kind] : [])).toSorted()
  expect(kindsOf('anna')).toEqual(['dealCancelled', 'lotWon'])
  expect(kindsOf('carl')).toEqual(['dealAsked', 'dealCancelled', 'lotSold', 'lotSold'])
  expect(kindsOf('bert')).toEqual(['dealToConfirm', 'lotWon', 'outbid'])
})

test('the deals of a suspended buyer are held (A9)', async () => {
  const id = await sold(rooms)
  await until(async () => (await ordersOf(id)).length === 1)
  await accept(rooms, id, { type: 'suspend', company: 'company-1', reason: 'test' }, OPERATOR)
  await until(async () => (await ordersOf(id))[0]?.onHold === true)
})

test('D3: a deal that was held and released stays released, however often its room is loaded', async () => {
  const id = await sold(rooms)
  await until(async () => (await ordersOf(id)).length === 1)
  const lotId = (await ordersOf(id))[0]?.lotId ?? ''
  await accept(rooms, id, { type: 'holdDeal', lot: lotId, reason: 'a claim' }, OPERATOR)
  await until(async () => (await ordersOf(id))[0]?.onHold === true)
  await accept(rooms, id, { type: 'releaseDeal', lot: lotId, reason: 'paid' }, OPERATOR)
  await until(async () => (await ordersOf(id))[0]?.onHold === false)
  const [released] = await ordersOf(id)
  for (const fresh of [await start(), await start()]) {
    await fresh.state(id)
    await fresh.stop()
  }
  expect(await ordersOf(id)).toEqual([released])
})

test('the closing hash goes to all who took part, in both languages, once', async () => {
  const id = await running(database, rooms, time, {
    lots: [lotOf(1)],
    bidders: 2,
    rule: { biddingSeconds: 30, autoFinishMinutes: 1 },
  })
  await people(id)
  await rooms.give(
    id,
    bid(100_000, inTime()),
    { actor: 'bidder:1', account: 'dora' },
    { keyed: { account: 'dora', bidKey: crypto.randomUUID(), fingerprint: 'f' } },
  )
  await database.db.update(registration).set({ biddingNumber: 1 }).where(eq(registration.companyId, 'company-1'))
  await database.db.update(registration).set({ biddingNumber: 2 }).where(eq(registration.companyId, 'company-2'))
  await time.pass(31_000)
  await accept(rooms, id, { type: 'accomplish', untried: [] }, HOST)
  const all = await until(async () => {
    const rows = await mails()
    return rows.length > 0 && rows
  })
  const [sent, called] = [
    all.filter(({ channel }) => channel === 'mail'),
    all.filter(({ channel }) => channel === 'sms'),
  ]
  expect(sent.map(({ recipient }) => recipient)).toEqual(
    ['anna', 'bert', 'carl', 'dora', 'hana'].map((name) => `${name}@example.com`),
  )
  const head = (await database.log.head(id))!
  expect(head.phase).toBe(5)
  for (const { subject, body } of sent) {
    expect(subject).toContain('春季木材')
    expect(subject).toContain('Spring timber')
    expect(body.split(head.hash)).toHaveLength(3)
    expect(body).toContain('Keep this mail')
    expect(body).toMatch(/请保存/)
  }
  // Those who signed a company up and proved a telephone read it there too.
  expect(called.map(({ recipient, body }) => [recipient, body.split(head.hash).length])).toEqual([
    ['+8613900000001', 3],
  ])
  const told = await until(async () => {
    const rows = await database.db.select().from(notification).where(eq(notification.kind, 'saleSealed'))
    return rows.length > 0 && rows
  })
  expect(told.map(({ accountId }) => accountId).toSorted()).toEqual(['anna', 'bert', 'carl', 'dora', 'hana', 'mute'])
  for (const { facts } of told) expect(facts).toMatchObject({ entry: { seq: head.seq, hash: head.hash } })
  const fresh = await start()
  await fresh.state(id)
  await fresh.stop()
  expect(await mails()).toHaveLength(6)
})

test('nothing of a practice session becomes an order or a mail', async () => {
  const id = await sold(rooms, true)
  await people(id)
  await accept(rooms, id, { type: 'accomplish', untried: [] }, HOST)
  expect((await database.log.head(id))!.phase).toBe(5)
  await rooms.stop()
  expect(await ordersOf(id)).toEqual([])
  expect(await mails()).toEqual([])
})

const outcomeOf = async () =>
  (await database.db.select({ outcome: lot.outcome }).from(lot).where(eq(lot.id, 'lot-1')))[0]?.outcome

test('how a lot ended stands in the catalogue, so that no list of all sales reads a log', async () => {
  const id = await running(database, rooms, time, {
    lots: [lotOf(1)],
    rule: { biddingSeconds: 30, autoFinishMinutes: 1 },
  })
  await people(id)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  expect(await outcomeOf()).toBe(null)
  await time.pass(40_000)
  await until(async () => (await outcomeOf()) === 'sold')
})

test('a lot without a bid has failed once its sale is over', async () => {
  const id = await running(database, rooms, time, {
    lots: [lotOf(1)],
    rule: { biddingSeconds: 30, autoFinishMinutes: 1 },
  })
  await people(id)
  await time.pass(40_000)
  await until(async () => (await rooms.state(id))?.lots.get('lot-1')?.status === 'unsold')
  expect(await outcomeOf()).toBe(null)
  await accept(rooms, id, { type: 'accomplish', untried: [] }, HOST)
  await until(async () => (await outcomeOf()) === 'failed')
})
