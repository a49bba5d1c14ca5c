import { expect, test } from 'vitest'
import { instant, later } from '../../domain/units.ts'
import { Attendance } from './attendance.ts'
import type { Visitor } from './attendance.ts'

const NOW = instant(1_790_000_000_000)
const visitor = (account: string): Visitor => ({
  account,
  viewer: { identity: 'audience' },
  loginTime: NOW,
  source: 'computer',
  end: () => undefined,
})

test('an account is here once, on however many devices, until the last of them leaves, however often that is said', () => {
  const attendance = new Attendance()
  const [phone, desktop] = [attendance.enter(visitor('anna'), NOW), attendance.enter(visitor('anna'), NOW)]
  attendance.enter(visitor('ben'), NOW)
  expect(attendance.online).toBe(2)
  phone.leave()
  phone.leave()
  expect(attendance.online).toBe(2)
  desktop.leave()
  expect(attendance.online).toBe(1)
})

test('time in the room goes on where it was when a link comes back, and counts once for two devices', () => {
  const attendance = new Attendance()
  const buyer: Visitor = { ...visitor('anna'), viewer: { identity: 'buyer', number: 1 }, source: 'phone' }
  const onlineMs = (at: number) => attendance.people(later(NOW, at)).map((person) => person.onlineMs)
  const first = attendance.enter(buyer, NOW)
  const second = attendance.enter(buyer, later(NOW, 2_000))
  first.seen(later(NOW, 5_000), null)
  second.seen(later(NOW, 6_000), null)
  expect(onlineMs(6_000)).toEqual([6_000])
  first.leave()
  second.leave()
  expect(attendance.people(later(NOW, 60_000))).toMatchObject([{ online: false, onlineMs: 6_000, source: 'phone' }])
  attendance.enter(buyer, later(NOW, 60_000))
  expect(onlineMs(61_000)).toEqual([7_000])
})

test('a link that has fallen silent is no time in the room', () => {
  const attendance = new Attendance()
  attendance.enter({ ...visitor('anna'), viewer: { identity: 'buyer', number: 1 } }, NOW).seen(later(NOW, 3_000), null)
  expect(attendance.people(later(NOW, 30_000))).toMatchObject([{ online: false, onlineMs: 3_000 }])
})

test('26 a host that falls silent, or leaves, is lost after 8 s; an operator in the room stands in for it', () => {
  const attendance = new Attendance()
  const [host, operator] = (['host', 'operator'] as const).map((identity) => ({
    ...visitor(identity),
    viewer: { identity },
  }))
  const lost = (at: number) => attendance.hostLost(later(NOW, at))
  attendance.enter(operator!, NOW)
  expect(lost(60_000)).toBe(false)
  const visit = attendance.enter(host!, later(NOW, 60_000))
  visit.seen(later(NOW, 64_000), null)
  expect([lost(64_000), lost(72_000), lost(72_001)]).toEqual([false, false, true])
  visit.seen(later(NOW, 73_000), null)
  expect(lost(74_000)).toBe(false)
  visit.leave()
  expect([lost(80_000), lost(82_000)]).toEqual([false, true])
  attendance.enter(operator!, later(NOW, 90_000))
  expect(lost(95_000)).toBe(false)
})
