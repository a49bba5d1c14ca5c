import { expect, it } from 'vitest'
import { offsetOf } from './clock.ts'

it('leaves a device alone whose clock agrees within what an HTTP date can tell', () => {
  expect(offsetOf({ date: 10_000, sent: 10_300, received: 10_400 }).offset).toBe(0)
})
it('corrects a phone that is three minutes slow', () => {
  const { offset } = offsetOf({ date: 300_000, sent: 119_900, received: 120_100 })
  expect(offset).toBe(180_500)
})
it('doubts what a slow link says by half its round trip', () => {
  expect(offsetOf({ date: 10_000, sent: 0, received: 6000 })).toEqual({ offset: 7500, doubt: 3500 })
  expect(offsetOf({ date: 5_000, sent: 0, received: 6000 }).offset).toBe(0)
})
