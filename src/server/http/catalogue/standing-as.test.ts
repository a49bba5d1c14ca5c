import { expect, it } from 'vitest'
import { EXAMPLE_STATE } from '../../../domain/testing/examples.ts'
import { Lots } from '../../../domain/lots.ts'
import type { Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { milli, minor } from '../../../domain/units.ts'
import { standingAs } from './standing-as.ts'

const lotOf = (lot: string, own: Partial<Lot>): Lot => ({
  ...EXAMPLE_STATE.lots.get('L1')!,
  lot,
  deal: null,
  leading: null,
  status: 'waiting',
  ...own,
})

function room(...lots: readonly Lot[]): SessionState {
  return {
    ...EXAMPLE_STATE,
    lots: Lots.of(lots),
    lotOrder: lots.map(({ lot }) => lot),
  }
}

const state = room(
  lotOf('a', { currency: 'USD', startPrice: minor(100), unit: 'piece', quantity: milli(5) }),
  lotOf('b', { startPrice: minor(900), unit: 'piece', quantity: milli(7) }),
  lotOf('c', { startPrice: minor(500), quantity: milli(9), status: 'sold' }),
  lotOf('d', { currency: 'USD', startPrice: minor(300), quantity: milli(2), status: 'failed' }),
)
const ids = (wanted: Parameters<typeof standingAs>[1]) => standingAs(state, wanted, null).join('')

it('prices of one currency stand together, and quantities of one unit', () => {
  expect(ids({ sort: 'price' })).toBe('cbad')
  expect(ids({ sort: '-price' })).toBe('bcda')
  expect(ids({ sort: 'quantity' })).toBe('dcab')
  expect(ids({ sort: '-quantity' })).toBe('cdba')
})

it('leaves out what has ended where that is asked for', () => {
  expect(ids({})).toBe('abcd')
  expect(ids({ open: true })).toBe('ab')
  const asked = room(
    lotOf('e', {
      status: 'failed',
      award: { asks: 'bidder', number: 1, price: minor(100), until: EXAMPLE_STATE.startTime },
    }),
  )
  expect(standingAs(asked, { open: true }, null)).toEqual(['e'])
  expect(ids({ open: true, sort: '-price' })).toBe('ba')
  expect(ids({ open: true, minPrice: minor(200) })).toBe('b')
})
