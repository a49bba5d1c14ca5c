import { expect, test } from 'vitest'
import { Deliveries } from './deliveries.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('everyone gets everything in the order it was posted, and others have their turn between many', async () => {
  const deliveries = new Deliveries<number>()
  const guests = Array.from({ length: 350 }, (_, i) => i)
  const got = new Map<number, string[]>(guests.map((guest) => [guest, []]))
  deliveries.post(guests, (guest) => got.get(guest)!.push('a'))
  deliveries.post(guests.slice(0, 10), (guest) => got.get(guest)!.push('b'))
  deliveries.post([], () => {
    throw new Error('nobody')
  })
  deliveries.post(guests, (guest) => got.get(guest)!.push('c'))
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
