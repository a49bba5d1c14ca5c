import { expect, test } from 'vitest'
import { Deliveries } from './deliveries.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('everyone gets everything in the order it was posted, and others have their turn between many', async () => {
  const deliveries = new Deliveries<number>()
  const subscribers = Array.from({ length: 350 }, (_, i) => i)
  const got = new Map<number, string[]>(subscribers.map((subscriber) => [subscriber, []]))
  deliveries.post(subscribers, (subscriber) => got.get(subscriber)!.push('a'))
  deliveries.post(subscribers.slice(0, 10), (subscriber) => got.get(subscriber)!.push('b'))
  deliveries.post([], () => {
    throw new Error('nobody')
  })
  deliveries.post(subscribers, (subscriber) => got.get(subscriber)!.push('c'))
  expect(got.get(0)).toEqual([])
  let turns = 0
  while (deliveries.waiting > 0) {
    await turn()
    turns += 1
  }
  expect(turns).toBeGreaterThanOrEqual(7)
  expect(got.get(3)).toEqual(['a', 'b', 'c'])
  expect(got.get(349)).toEqual(['a', 'c'])
})
