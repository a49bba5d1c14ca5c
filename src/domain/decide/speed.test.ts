import { performance } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { decide, isRefusal } from '../decide.ts'
import { nextPrice } from '../prices.ts'
import type { SessionState } from '../state.ts'
import { later } from '../units.ts'
import { bid, done, lotIn, open, published, tick } from '../testing/scene.ts'
import { nextWakeAt } from './wake.ts'
import { by, lotAt, START_TIME } from '../testing/world.ts'

/** Decides `count` bids in turn on 60 lots; µs per bid. */
function pace(from: SessionState, count: number): { readonly state: SessionState; readonly micros: number } {
  let state = from
  const began = performance.now()
  for (let i = 0; i < count; i++) {
    const id = `lot-${1 + (i % 60)}`
    const lot = state.lots.get(id)
    if (lot === undefined) throw new Error(`no lot ${id}`)
    const number = lot.leading?.number === 1 ? 2 : 1
    const decision = decide(
      state,
      by(`bidder:${number}`, state.at, { type: 'bid', lot: id, price: nextPrice(lot), notAfter: later(state.at, 1) }),
      state.at,
    )
    if (isRefusal(decision)) throw new Error(decision.refused)
    state = decision.state
  }
  return { state, micros: ((performance.now() - began) * 1000) / count }
}

// Two to four µs on an idle core; the limits allow for a busy core and still catch cost that grows with the log.
test('a bid costs the same at the 60,000th as at the first', () => {
  const room = open({ lots: Array.from({ length: 60 }, (_, i) => lotAt(i + 1)) })
  const early = pace(pace(room.state, 3_000).state, 3_000)
  const late = pace(pace(early.state, 50_000).state, 3_000)
  expect(late.state.lots.size).toBe(60)
  expect(lotIn(room).bidCount).toBe(0)
  expect(late.micros).toBeLessThan(Math.max(100, early.micros * 10))
})

// A tenth of a second on an idle core, and a minute and a half when each opening copied all of them.
test('St3: a round of 10,000 lots opens in a moment', () => {
  const room = published({ lots: Array.from({ length: 10_000 }, (_, i) => lotAt(i + 1)) })
  room.now = START_TIME
  const began = performance.now()
  room.give('host', { type: 'start', lots: null, biddingSeconds: null })
  expect(performance.now() - began).toBeLessThan(5_000)
  expect(lotIn(room, 'lot-10000')).toMatchObject({ status: 'open', round: 1 })
})

/** Closes all lots at one moment; the ticks it took, and the longest of them, ms. */
function closeAll(count: number): { readonly ticks: number; readonly longest: number } {
  const room = open({ lots: Array.from({ length: count }, (_, i) => lotAt(i + 1)) })
  for (let i = 1; i <= count; i += 2) done(bid(room, 1, 100_000, { lot: `lot-${i}` }))
  room.pass(180_250)
  let longest = 0
  let ticks = 0
  for (; room.state.lots.count('open') > 0; ticks++) {
    const began = performance.now()
    tick(room)
    longest = Math.max(longest, performance.now() - began)
    const due = nextWakeAt(room.state)
    if (room.state.lots.count('open') > 0) expect(due).toBeLessThanOrEqual(room.now)
  }
  return { ticks, longest }
}

// Two milliseconds on an idle core; a tick that closed them all took over a minute.
test('K4: a tick closes a hundred lots at most, the next is due at once, and none takes long', () => {
  const { ticks, longest } = closeAll(10_000)
  expect(ticks).toBe(100)
  expect(longest).toBeLessThan(500)
})
