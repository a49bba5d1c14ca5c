import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { open } from '../../src/domain/log.ts'
import { later } from '../../src/domain/units.ts'
import { readConfig } from '../../src/server/config.ts'
import { openNode } from '../../src/server/main.ts'
import type { Running } from '../../src/server/main.ts'
import type { Store } from '../../src/server/store/open.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { venueToken } from '../support/http/people.ts'
import { addPeople, addSale, seqOf } from '../support/http/world.ts'
import type { Sale } from '../support/http/world.ts'
import { FakeTime } from '../support/room/fake-time.ts'
import { accept, bid, bidder, keyed, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import { placeEmptyStore } from '../support/store/empty.ts'
import { storeOf } from '../support/reader.ts'
import { readOnly, revoked, takesRows } from '../support/store/no-writes.ts'
import type { NoWrites } from '../support/store/no-writes.ts'
import { temporaryFolder, temporaryStore } from '../support/store/temporary.ts'
import { until } from '../support/until.ts'

/** A database that really takes no rows: nothing is decided, every asker is told, and the lost time is given back. */

const WAYS: readonly (readonly [string, NoWrites])[] = [
  ['is read-only', readOnly],
  ['lets its role add nothing to the log', revoked],
]

describe.each(WAYS)('while the database %s', (_, noWrites) => {
  let database: Store
  beforeAll(async () => {
    database = await temporaryStore()
  })
  afterAll(() => database.close())

  test('no lot is decided and no bid is taken; afterwards the lots get the time back', async () => {
    const store = watched(database)
    const time = new FakeTime(() => store.busy())
    const rooms = node(store, time)
    await rooms.start()
    const inTime = () => later(time.now(), 50_000)
    const types = async (id: string) =>
      (await database.log.readTail(id, 0, 100_000)).map(({ entry, openings }) => open(entry, openings).type)
    try {
      const id = await running(database, rooms, time, { rule: { biddingSeconds: 20 } })
      await accept(rooms, id, bid(100_000, inTime()), bidder(1))
      const seen = await rooms.watch(id, {
        advanced: () => undefined,
        loaded: () => undefined,
        decided: () => undefined,
      })
      const closes = (await rooms.state(id))!.lots.get('lot-1')!.clock!.deadline
      const before = await types(id)

      await noWrites.begin(database)
      await until(async () => !(await takesRows(database)))
      await time.pass(3_000)
      // The screens hear of it.
      expect(seen.interrupted).toBe(true)
      await expect(rooms.give(id, bid(101_000, inTime()), bidder(2), { keyed: keyed(2) })).rejects.toMatchObject({
        name: 'RoomUnavailable',
      })
      await time.pass(closes - time.now() + 30_000)

      await noWrites.end(database)
      await until(() => takesRows(database))
      while (!(await types(id)).includes('outage')) await time.pass(1_000)
      expect(seen.interrupted).toBe(false)
      // Nothing was added before the outage itself.
      expect((await types(id)).slice(0, before.length + 1)).toEqual([...before, 'outage'])
      const { lots } = (await rooms.state(id))!
      expect(lots.get('lot-1')!.status).toBe('open')
      expect(lots.get('lot-1')!.clock!.deadline).toBeGreaterThan(closes + 30_000)
      await accept(rooms, id, bid(102_000, inTime()), bidder(2))
      seen.close()
    } finally {
      await noWrites.end(database)
      await rooms.stop()
    }
  })
})

describe.each(WAYS)('over HTTP, while the database %s', (_, noWrites) => {
  let house: House
  let sale: Sale
  beforeAll(async () => {
    house = await openHouse()
    await addPeople(house)
    sale = await addSale(house, { stand: 'running', bidders: ['c1', 'c2'] })
  })
  afterAll(() => house.close())

  test('a bid gets 503 with the reason, and the same bid counts once it is possible again', async () => {
    const token = await venueToken(house, 'buyer1', sale)
    const body = {
      scheduleTimelineId: sale.id,
      contractObjectId: sale.lots[0],
      type: '1',
      price: '1000.00',
      bidKey: randomUUID(),
      notAfter: new Date(later(house.clock.now(), 60_000)).toISOString(),
    }
    const give = () => house.ask('POST', '/auction/biddingCounterOfferInfo/bidOrCounteroffer', { token, body })
    const before = await seqOf(house, sale)
    await noWrites.begin(house.store)
    await until(async () => !(await takesRows(house.store)))
    const refused = await give()
    expect(refused).toMatchObject({ code: 503 })
    expect(refused.reason).toMatch(/^(room|system)\.unavailable$/)
    expect(refused.msg).not.toBe('')
    await noWrites.end(house.store)
    await until(() => takesRows(house.store))
    expect(await seqOf(house, sale)).toBe(before)
    const answer = await until(async () => {
      const again = await give()
      return again.code === 503 ? null : again
    })
    expect(answer).toMatchObject({ code: 200 })
  })
})

describe.each(WAYS)('a node whose database %s', (_, noWrites) => {
  const folder = temporaryFolder()
  let running: Running
  let store: Store
  beforeAll(async () => {
    await placeEmptyStore(folder.path)
    running = await openNode(readConfig({ PORT: '0', DATA_DIR: folder.path, DEMO: '0', LOG_LEVEL: 'silent' }))
    store = await storeOf(folder.path)
  })
  afterAll(async () => {
    await store.close()
    await running.stop()
    folder.remove()
  })
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${running.port}${path}`)
    return { status: answer.status, text: await answer.text() }
  }

  test('says so at /readyz and on the status page, and that it is over', async () => {
    expect(await read('/readyz')).toEqual({ status: 200, text: 'ready\n' })
    expect((await read('/status?lang=en')).text).toContain('<main data-state="good">')
    await noWrites.begin(store)
    try {
      await until(async () => /^not ready|^without bids/m.test((await read('/readyz')).text))
      await until(async () => (await read('/status?lang=en')).text.includes('Bids cannot be accepted right now.'))
    } finally {
      await noWrites.end(store)
    }
    await until(async () => (await read('/readyz')).text === 'ready\n')
    await until(async () => (await read('/status?lang=en')).text.includes('<main data-state="good">'))
  })
})
