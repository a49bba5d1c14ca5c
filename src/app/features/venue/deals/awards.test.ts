import { expect, test } from 'vitest'
import { published, T0 } from '../../../../../tests/support/sale.ts'
import { later, minor } from '../../../../domain/units.ts'
import { awardsFor } from './awards.ts'

const until = later(T0, 300_000)

test('a deal that waits for a yes is shown to the party that is asked, and to no one else', () => {
  const sale = published()
  const lots = sale.state.lots.map((lot) =>
    lot.lot === 'L1'
      ? { ...lot, award: { asks: 'seller', number: 17, price: minor(1), until } as const }
      : lot.lot === 'L2'
        ? { ...lot, award: { asks: 'bidder', number: 23, price: minor(1), until } as const }
        : lot,
  )
  const namesFor = (number: number | null, seller: string | null) =>
    awardsFor({ lots }, { number, seller }).map(({ lot }) => lot.lot)
  expect(namesFor(null, 'S1')).toEqual(['L1'])
  expect(namesFor(23, null)).toEqual(['L2'])
  expect(namesFor(17, null)).toEqual([])
  expect(namesFor(null, null)).toEqual([])
})
