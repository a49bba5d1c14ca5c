import { describe, expect, test } from 'vitest'
import { echoed, fromDevice, serverNow, stamped, withinNow } from './clock.ts'
import { awakeClock } from './monotonic.ts'

const SERVER = 1_800_000_000_000
const device = fromDevice(SERVER + 90_000, 0)

describe('server clock', () => {
  test('before the server spoke the device is believed, with no claim to be right', () => {
    expect(serverNow(device, 10)).toBe(SERVER + 90_010)
    expect(withinNow(device, 10)).toBe(Number.POSITIVE_INFINITY)
  })

  test('the first stamp replaces a phone that is 90 s fast', () => {
    const clock = stamped(device, 100, SERVER + 50)
    expect(serverNow(clock, 100)).toBe(SERVER + 50)
  })

  test('an echo puts the server in the middle of the round trip', () => {
    const clock = echoed(device, 1_000, 1_400, SERVER + 1_000)
    expect(serverNow(clock, 1_400)).toBe(SERVER + 1_200)
    expect(clock.delay).toBe(400)
    expect(withinNow(clock, 1_400)).toBe(200)
  })

  test('the sample with the shortest round trip stays, the delay is always the last one', () => {
    const quick = echoed(device, 0, 40, SERVER + 20)
    const slow = echoed(quick, 4_000, 6_000, SERVER + 4_100)
    expect(serverNow(slow, 6_000)).toBe(serverNow(quick, 6_000))
    expect(slow.delay).toBe(2_000)
  })

  test('an old sample ages: after minutes of drift an equal one takes its place', () => {
    const first = echoed(device, 0, 40, SERVER + 20)
    const later = echoed(first, 600_000, 600_060, SERVER + 600_050)
    expect(later.at).toBe(600_060)
  })

  test('a clock that stood still while the device slept is corrected by the next stamp', () => {
    const clock = echoed(device, 0, 40, SERVER + 20)
    const woken = stamped(clock, 1_000, SERVER + 61_000)
    expect(serverNow(woken, 1_000)).toBe(SERVER + 61_000)
  })

  test('a stamp that is merely late changes nothing', () => {
    const clock = echoed(device, 0, 40, SERVER + 20)
    expect(stamped(clock, 5_000, SERVER + 3_000)).toBe(clock)
  })

  test('an echo that contradicts the old sample wins, however slow it was', () => {
    const clock = echoed(device, 0, 40, SERVER + 20)
    const after = echoed(clock, 1_000, 3_000, SERVER - 58_000)
    expect(serverNow(after, 3_000)).toBe(SERVER - 57_000)
  })

  test('an echo of a mark from another clock is no sample', () => {
    const clock = echoed(device, 0, 40, SERVER + 20)
    expect(echoed(clock, 9_000, 100, SERVER)).toBe(clock)
  })
})

describe('awake clock', () => {
  test('goes on by the wall clock while the steady one sleeps, and never back', () => {
    let steady = 0
    let wall = SERVER
    const now = awakeClock(
      () => steady,
      () => wall,
    )
    steady += 1_000
    wall += 1_000
    expect(now()).toBe(1_000)
    steady += 10
    wall += 60_000
    expect(now()).toBe(61_000)
    steady += 1_000
    wall += 1_000
    expect(now()).toBe(62_000)
    wall -= 3_600_000
    expect(now()).toBe(62_000)
    steady += 500
    wall += 500
    expect(now()).toBe(62_500)
  })
})
