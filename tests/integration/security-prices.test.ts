import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { openLink } from '../link/link.ts'
import type { Link } from '../link/link.ts'
import { until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
import type { LiveServer } from '../support/room/live.ts'
import { accept, bid, bidder, node, running } from '../support/room/sale.ts'
import { temporaryStore } from '../support/store/temporary.ts'

/** Real time, set forward while the sale is made. */
let ahead = 0
const time = {
  ...systemTimers,
  now: () => instant(Date.now() + ahead),
  async pass(ms: number) {
    ahead += ms
  },
}
const COMPANIES = 30
/** Messages that two seconds of the link hold. */
const IN_FLIGHT = 20
let store: Store
let rooms: RoomService
let server: LiveServer
let link: Link
let id: string
beforeAll(async () => {
  store = await temporaryStore()
  rooms = node(store, time)
  await rooms.start()
  server = await liveServer(rooms, time)
  link = await openLink({ target: server.port, rate: 96, delay: 100 })
  id = await running(store, rooms, time, { bidders: COMPANIES })
})
afterAll(async () => {
  await link.close()
  await server.stop()
  await rooms.stop()
  await store.close()
})

test('15.2 on a link of 96 kbit/s every price overtakes the messages that wait for it', async () => {
  const reader = new LiveClient(link.port, {
    token: server.tokens.deal(id, { identity: 'buyer', number: 1 }, 'reader', time),
    timelineId: id,
    answers: true,
  })
  await reader.welcome()
  const texts = () => reader.events.flatMap((event) => (event.type === 'message' ? [event.seq] : []))
  // The limits allow five messages of a company at once. Together they take the link 15 s.
  const said = Promise.all(
    Array.from({ length: COMPANIES * 5 }, (_, i) =>
      accept(rooms, id, { type: 'say', text: `${i} ${'木'.repeat(400)}` }, bidder(1 + (i % COMPANIES))),
    ),
  )
  for (let i = 0; i < 12; i++) {
    const { seq } = await accept(rooms, id, bid(200_000 + i * 1_000, later(time.now(), 60_000)), bidder(2 + (i % 2)))
    const before = texts().length
    await until(() => reader.events.some((event) => event.seq === seq))
    // What the link held already, and no more.
    expect(texts().length - before, `price ${i}`).toBeLessThanOrEqual(IN_FLIGHT)
  }
  await said
  expect(reader.closed).toBeNull()
  const last = (await rooms.state(id))?.messages.at(-1)?.seq
  // The newest message arrives; its frame tells that others were left out.
  await until(() => texts().at(-1) === last)
  expect(texts()).toEqual(texts().toSorted((a, b) => a - b))
  expect(texts().length).toBeLessThan(COMPANIES * 5)
  const sparing = reader.all('3').filter(({ before = 0, events }) => {
    const index = texts().indexOf(events.find(({ type }) => type === 'message')?.seq ?? -1)
    return index > 0 && before !== texts()[index - 1]
  })
  expect(sparing.length).toBeGreaterThan(0)
})
