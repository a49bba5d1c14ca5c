import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { later } from '../../src/domain/units.ts'
import { open, verifyChain } from '../../src/domain/log.ts'
import { verifyReceipt } from '../../src/server/receipt.ts'
import { sha256 } from '../../src/server/room/hashing.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { bid, bidder, KEY, keyed, node, running } from '../support/room/sale.ts'

let store: Store
let time: FakeTime
let nodes: RoomService[]
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  await store.close()
})
beforeEach(async () => {
  time = new FakeTime()
  nodes = [node(store, time), node(store, time)]
  await Promise.all(nodes.map((rooms) => rooms.start()))
})
afterEach(async () => {
  await Promise.all(nodes.map((rooms) => rooms.stop()))
})

const inTime = () => later(time.now(), 30_000)
const logOf = (id: string) => store.log.readTail(id, 0, 100_000)

test('two nodes serve one session: one total order, no bid lost or doubled, and both see the same (R4)', async () => {
  const [a, b] = nodes as [RoomService, RoomService]
  const id = await running(store, a, time, { bidders: 8 })
  const asked = Array.from({ length: 400 }, (_, i) => ({
    price: 100_000 + i * 1_000,
    number: 1 + (i % 8),
    rooms: i % 3 === 0 ? b : a,
  }))
  const verdicts = await Promise.all(
    asked.map(async ({ price, number, rooms }) => {
      const verdict = await rooms.give(id, bid(price, inTime()), bidder(number), { keyed: keyed(number) })
      return { price, number, verdict }
    }),
  )

  const log = await logOf(id)
  expect(
    verifyChain(
      log.map(({ entry }) => entry),
      sha256,
    ),
  ).toMatchObject({ ok: true })
  const bids = log.map(({ entry, openings }) => open(entry, openings)).filter((event) => event.type === 'bid')
  const accepted = verdicts.filter(({ verdict }) => verdict.verdict === 'accepted')
  expect(accepted.length).toBeGreaterThan(10)
  expect(bids.map(({ seq, number, price }) => ({ seq, number, price }))).toEqual(
    accepted.map(({ number, price, verdict }) => ({ seq: verdict.seq, number, price })).sort((x, y) => x.seq! - y.seq!),
  )
  for (const { verdict } of verdicts.filter(({ verdict: v }) => v.verdict === 'refused')) {
    expect(['bid.below_next', 'bid.you_lead']).toContain(verdict.reason)
  }
  for (const { verdict } of accepted) {
    expect(verifyReceipt(verdict.receipt!, [KEY])).toBe(true)
    expect(verdict.receipt!.body.hash).toBe(log[verdict.seq! - 1]!.entry.hash)
  }
  const head = (await store.log.head(id))!.seq
  for (const rooms of nodes) await until(async () => (await rooms.state(id))?.seq === head)
  expect(await a.state(id)).toEqual(await b.state(id))
})

test('the same key through two nodes at once is one bid with one verdict', async () => {
  const [a, b] = nodes as [RoomService, RoomService]
  const id = await running(store, a, time)
  for (let i = 0; i < 20; i++) {
    const key = keyed(1 + (i % 2))
    const command = bid(100_000 + i * 1_000, inTime())
    const verdicts = await Promise.all(
      [a, b, a, b].map((rooms) => rooms.give(id, command, bidder(1 + (i % 2)), { keyed: key })),
    )
    expect(verdicts[0]!.verdict).toBe('accepted')
    for (const verdict of verdicts) expect(verdict).toEqual(verdicts[0])
  }
  expect((await logOf(id)).filter(({ entry }) => entry.type === 'bid')).toHaveLength(20)
})

test('the same key with other content is refused, on whichever node, and changes nothing', async () => {
  const [a, b] = nodes as [RoomService, RoomService]
  const id = await running(store, a, time)
  const key = keyed(1, 'one')
  const first = await a.give(id, bid(100_000, inTime()), bidder(1), { keyed: key })
  for (const rooms of [a, b]) {
    expect(
      await rooms.give(id, bid(150_000, inTime()), bidder(1), { keyed: { ...key, fingerprint: 'other' } }),
    ).toMatchObject({ verdict: 'refused', reason: 'bid.key_reused' })
    expect(await rooms.verdictOf(id, key.account, key.bidKey)).toEqual(first)
  }
  expect((await a.state(id))!.lots.get('lot-1')!.leading!.price).toBe(100_000)
})

test('a verdict, refusals included, is the same on repeat and after a restart, and a key that was never sent is unknown', async () => {
  const [a] = nodes as [RoomService]
  const id = await running(store, a, time)
  const keys = [keyed(1), keyed(2)]
  const accepted = await a.give(id, bid(100_000, inTime()), bidder(1), { keyed: keys[0]! })
  const refused = await a.give(id, bid(100_000, inTime()), bidder(2), { keyed: keys[1]! })
  expect(refused).toMatchObject({ verdict: 'refused', reason: 'bid.below_next' })
  expect(await a.give(id, bid(100_000, inTime()), bidder(1), { keyed: keys[0]! })).toEqual(accepted)

  const fresh = node(store, time)
  nodes.push(fresh)
  await fresh.start()
  expect(await fresh.verdictOf(id, keys[0]!.account, keys[0]!.bidKey)).toEqual(accepted)
  expect(await fresh.give(id, bid(100_000, inTime()), bidder(2), { keyed: keys[1]! })).toEqual(refused)
  expect(await fresh.verdictOf(id, 'account-1', randomUUID())).toBeNull()
})

test('a node that hears nothing sees within a second what the others have written', async () => {
  const deaf = node({ ...store, onAppend: () => () => undefined }, time)
  nodes.push(deaf)
  await deaf.start()
  const id = await running(store, nodes[0]!, time)
  await deaf.state(id)
  const { seq } = await nodes[0]!.give(id, bid(100_000, inTime()), bidder(1))
  expect((await deaf.state(id))!.seq).toBeLessThan(seq!)
  await time.pass(1_000)
  await until(async () => (await deaf.state(id))!.seq === seq)
})

test('a bid that comes later than its notAfter is refused for good (B4)', async () => {
  const [a, b] = nodes as [RoomService, RoomService]
  const id = await running(store, a, time)
  const key = keyed(1)
  const notAfter = later(time.now(), -1)
  expect(await a.give(id, bid(100_000, notAfter), bidder(1), { keyed: key, notAfter })).toMatchObject({
    verdict: 'refused',
    reason: 'bid.too_late',
  })
  expect(await b.give(id, bid(100_000, notAfter), bidder(1), { keyed: key })).toMatchObject({
    verdict: 'refused',
    reason: 'bid.too_late',
  })
})

test('a batch that reaches the store after a notAfter is decided again: that bid is refused, the others of its batch stand', async () => {
  // The rooms' clock is behind the database's, so only the store can see that the bid is late.
  const slow = new FakeTime(() => false, Date.now() - 3_000)
  const rooms = node(store, slow)
  nodes.push(rooms)
  const id = await running(store, rooms, slow)
  const tight = later(slow.now(), 500)
  const wide = later(slow.now(), 60_000)
  const [late, fine] = await Promise.all([
    rooms.give(id, bid(100_000, tight), bidder(1), { keyed: keyed(1) }),
    rooms.give(id, bid(100_000, wide, 'lot-2'), bidder(2), { keyed: keyed(2) }),
  ])
  expect(late).toMatchObject({ verdict: 'refused', reason: 'bid.too_late' })
  expect(fine).toMatchObject({ verdict: 'accepted' })
})
