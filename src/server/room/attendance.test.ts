import { expect, test } from 'vitest'
import { instant } from '../../domain/units.ts'
import { Attendance } from './attendance.ts'
import type { Visitor } from './attendance.ts'

const NOW = instant(1_790_000_000_000)
const visitor = (account: string): Visitor => ({
  account,
  viewer: { identity: 'audience' },
  loginTime: NOW,
  end: () => undefined,
})

test('an account is here once, on however many devices, until the last of them leaves, however often that is said', () => {
  const attendance = new Attendance()
  const [phone, desk] = [attendance.enter(visitor('anna'), NOW), attendance.enter(visitor('anna'), NOW)]
  attendance.enter(visitor('ben'), NOW)
  expect(attendance.online).toBe(2)
  phone.leave()
  phone.leave()
  expect(attendance.online).toBe(2)
  desk.leave()
  expect(attendance.online).toBe(1)
})
