import { expect, test } from 'vitest'
import { SEEN } from '../secrets.ts'
import { ViewSums } from './views.ts'

interface Item {
  readonly owner: number
}

/** Each item counts 1 for the audience, and 10 for its owner and for staff. */
function sums() {
  let asked = 0
  const views = new ViewSums<Item>({
    bits: ({ owner }, viewer) =>
      viewer.identity === 'host' ||
      viewer.identity === 'room' ||
      (viewer.identity === 'buyer' && viewer.number === owner)
        ? 10
        : 1,
    privy: ({ owner }) => {
      asked += 1
      return [SEEN.ceiling(owner)]
    },
  })
  return { views, asked: () => asked }
}
const AUDIENCE = { identity: 'audience' } as const

test('before it is turned to anything a sum is nothing', () => {
  const { views } = sums()
  expect([views.of(AUDIENCE), views.of({ identity: 'host' }), views.of({ identity: 'buyer', number: 1 })]).toEqual([
    0, 0, 0,
  ])
})

test('a buyer’s sum differs from the audience’s by the buyer’s own items', () => {
  const { views } = sums()
  views.turnTo([{ owner: 1 }, { owner: 2 }, { owner: 1 }], (items) => items)
  const buyers = [1, 2, 3].map((number) => views.of({ identity: 'buyer', number }))
  const staff = [views.of({ identity: 'host' }), views.of({ identity: 'room' })]
  expect([views.of(AUDIENCE), ...buyers, ...staff]).toEqual([3, 21, 12, 3, 30, 30])
})

test('the same collection is not looked through again, another one is', () => {
  const { views, asked } = sums()
  const items = [{ owner: 1 }, { owner: 2 }]
  views.turnTo(items, (all) => all)
  views.turnTo(items, (all) => all)
  expect(asked()).toBe(2)
  views.turnTo([...items], (all) => all)
  expect(asked()).toBe(4)
})
