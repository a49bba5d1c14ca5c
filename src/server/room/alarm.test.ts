import { expect, test } from 'vitest'
import { FakeTime } from '../../../tests/support/room/fake-time.ts'
import { later } from '../../domain/units.ts'
import { Alarm } from './alarm.ts'

function alarm() {
  const time = new FakeTime()
  const rings: number[] = []
  const start = time.now()
  const made = new Alarm(time, time, () => rings.push(time.now() - start))
  return { time, rings, alarm: made, start }
}

test('rings when it is due, once', async () => {
  const { time, rings, alarm: one, start } = alarm()
  one.set(later(start, 700))
  await time.pass(2_000)
  expect(rings).toEqual([700])
})

test('set anew, the old time is forgotten; cleared, it is silent', async () => {
  const { time, rings, alarm: one, start } = alarm()
  one.set(later(start, 100))
  one.set(later(start, 300))
  await time.pass(200)
  one.clear()
  await time.pass(500)
  expect(rings).toEqual([])
})

test('what stays overdue is not looked at again and again', async () => {
  const { time, rings, alarm: one, start } = alarm()
  const due = later(start, -5)
  one.set(due)
  for (let i = 0; i < 10; i++) {
    await time.pass(100)
    one.set(due)
  }
  expect(rings.length).toBeLessThanOrEqual(2)
})
