import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startClock, type RunningClock } from './clock.ts'
import { quiet } from './logger.ts'
import { systemTimers } from './room/timers.ts'

/** A database whose clock runs `ahead` of the node's, `rtts` away. */
let own: number
let ahead: number
let rtts: number[]
let skew: number
let asked: number
let down: boolean
let clock: RunningClock
let setBacks: number[]

const START = 1_790_000_000_000
beforeEach(() => {
  vi.useFakeTimers()
  setBacks = []
  ;[own, ahead, rtts, skew, asked, down] = [1_000, START, [], 0, 0, false]
})
afterEach(() => {
  clock.stop()
  vi.useRealTimers()
})
const start = async () => {
  clock = await startClock({
    monotonic: () => own,
    ask: () => {
      asked++
      if (down) return Promise.reject(new Error('down'))
      const rtt = rtts.shift() ?? 2
      // The request may take longer than the answer.
      own += rtt / 2 + (skew * rtt) / 2
      const time = own + ahead
      own += rtt / 2 - (skew * rtt) / 2
      return Promise.resolve(time)
    },
    timers: systemTimers,
    logger: quiet,
    setBack: (byMs) => setBacks.push(byMs),
  })
}
const error = () => clock.now() - (own + ahead)
const pass = async (ms: number) => {
  own += ms
  await vi.advanceTimersByTimeAsync(ms)
}

test("it tells the database's time, by the quickest of several questions", async () => {
  rtts = [400, 30, 4, 90, 200]
  skew = 1
  await start()
  expect(asked).toBe(5)
  expect(Math.abs(error())).toBeLessThanOrEqual(3)
  own += 12_345
  expect(Math.abs(error())).toBeLessThanOrEqual(3)
})

test('it asks again every 10 s, and a slow answer does not spoil what a quick one said', async () => {
  await start()
  skew = 1
  rtts = [900, 900, 900, 900, 900]
  await pass(10_000)
  expect(asked).toBe(10)
  expect(Math.abs(error())).toBeLessThanOrEqual(2)
})

test('it follows a slow drift', async () => {
  await start()
  for (let i = 0; i < 60; i++) {
    ahead += 0.5
    await pass(10_000)
  }
  expect(Math.abs(error())).toBeLessThanOrEqual(5)
})

test("after the database's clock was set, or this machine slept, it is right with the next question", async () => {
  await start()
  ahead += 3_600_000
  await pass(10_000)
  expect(Math.abs(error())).toBeLessThanOrEqual(2)
})

test('it never goes back: it stands until time has caught up', async () => {
  await start()
  const before = clock.now()
  ahead -= 5_000
  await clock.sync()
  expect(clock.now()).toBe(before)
  await pass(1_000)
  expect(clock.now()).toBe(before)
  await pass(9_000)
  expect(clock.now()).toBeGreaterThan(before)
  expect(Math.abs(error())).toBeLessThanOrEqual(2)
})

test('T6: it says when the database’s clock was set back by more than a second, and not for less', async () => {
  await start()
  clock.now()
  ahead -= 900
  await clock.sync()
  expect(setBacks).toEqual([])
  ahead -= 90_000
  await clock.sync()
  expect(setBacks).toEqual([expect.closeTo(90_900, -2)])
})

test('without the database it goes on, and comes back to it', async () => {
  await start()
  down = true
  await pass(30_000)
  expect(Math.abs(error())).toBeLessThanOrEqual(2)
  down = false
  await pass(10_000)
  expect(Math.abs(error())).toBeLessThanOrEqual(2)
  expect(Number.isSafeInteger(clock.now())).toBe(true)
})

test('it does not start without the database', async () => {
  down = true
  await expect(start()).rejects.toThrow('down')
})
