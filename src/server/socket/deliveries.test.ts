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

test('a posting is done after its last receiver; one without receivers is not', async () => {
  const deliveries = new Deliveries<number>()
  const log: (number | string)[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  deliveries.post(
    [],
    () => undefined,
    () => log.push('nobody'),
  )
  deliveries.post(
    [1, 2],
    (n) => log.push(n),
    () => log.push('done'),
  )
  deliveries.post([3], (n) => log.push(n), resolve)
  await promise
  expect(log).toEqual([1, 2, 'done', 3])
})
