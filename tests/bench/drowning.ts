import { setTimeout as wait } from 'node:timers/promises'
import { instant, later, minor } from '../../src/domain/units.ts'
import type { PersonCommand } from '../../src/domain/commands.ts'
import { createAllow } from '../../src/server/http/limits.ts'
import { systemTimers } from '../../src/server/room/timers.ts'
import { openLink } from '../link/link.ts'
import { until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
import { accept, bid, bidder, lotOf, node, running } from '../support/room/sale.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import type { Measure, Pair } from './measure.ts'

const RATE_KBIT = 96
const DELAY_MS = 100
const SECONDS = 30
const PRICE_EVERY_MS = 500
/** Maximum age of a price when its reader gets it. */
const MOST_MS = 2_000
/** A price later than this is reported, not measured. */
const GIVEN_UP_MS = 30_000
/** A message of maximum length, in characters of three bytes. */
const TEXT = '木'.repeat(500)

/** The slowest price of a rival’s reader, while one participant sends all that the limits let through. */
export const drowning: Measure = {
  what: `prices at ${RATE_KBIT} kbit/s while a rival sends all he may, worst of ${SECONDS} s`,
  ours: 'ms, the room',
  bare: 'ms, what is allowed',
  target: { most: 1 },
  async run(runs) {
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run++) pairs.push({ ours: await worst(), bare: MOST_MS })
    return pairs
  },
}

async function worst(): Promise<number> {
  let ahead = 0
  const time = {
    ...systemTimers,
    now: () => instant(Date.now() + ahead),
    pass: (ms: number) => {
      ahead += ms
      return Promise.resolve()
    },
  }
  const store = await temporaryStore()
  const rooms = node(store, time)
  await rooms.start()
  const server = await liveServer(rooms, time)
  const link = await openLink({ target: server.port, rate: RATE_KBIT, delay: DELAY_MS })
  const id = await running(store, rooms, time, { bidders: 3, lots: [lotOf(1), lotOf(2)] })
  const reader = new LiveClient(link.port, {
    token: server.tokens.deal(id, { identity: 'buyer', number: 3 }, 'reader', time),
    timelineId: id,
    answers: true,
  })
  try {
    await reader.welcome()
    const ends = time.now() + SECONDS * 1_000
    const allow = createAllow({}, store.db, () => time.now())
    let sent = 0
    const flood = async (limit: 'message' | 'ceiling', next: () => PersonCommand): Promise<void> => {
      while (time.now() < ends) {
        const ms = await allow.company(limit, `${id} bidder:1`)
        if (ms > 0) await wait(Math.min(ms, 50))
        else if ((await rooms.give(id, next(), bidder(1))).verdict === 'accepted') sent += 1
      }
    }
    let isSet = false
    const ceilings = (): PersonCommand => {
      isSet = !isSet
      return isSet
        ? { type: 'setCeiling', lot: 'lot-2', amount: minor(500_000), mode: 'standing' }
        : { type: 'dropCeiling', lot: 'lot-2' }
    }
    const floods = [flood('message', () => ({ type: 'say', text: TEXT })), flood('ceiling', ceilings)]
    const delays: number[] = []
    for (let price = 200_000; time.now() < ends; price += 1_000) {
      const apart = wait(PRICE_EVERY_MS)
      await accept(rooms, id, bid(price, later(time.now(), 60_000)), bidder(2 + (delays.length % 2)))
      const at = performance.now()
      // Matched by price: the wire's numbers skip secrets, so they differ from the log's.
      const told = (): boolean => reader.events.some((event) => event.type === 'bid' && event.price === price)
      await until(() => {
        if (reader.closed || performance.now() - at > GIVEN_UP_MS) throw new Error(`the price ${price} never came`)
        return told()
      })
      delays.push(performance.now() - at)
      await apart
    }
    await Promise.all(floods)
    if (sent < 20 || delays.length < SECONDS) throw new Error(`only ${sent} sent, ${delays.length} prices`)
    return Math.max(...delays)
  } finally {
    await link.close()
    await server.stop()
    await rooms.stop()
    await store.close()
  }
}
