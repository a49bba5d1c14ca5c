import { expect, it } from 'vitest'
import { contractSearch, contractsSearch, idsOf, orderSearch, signingSearch } from './search.ts'

it('keeps what a list knows, drops wrong filters, and leaves the rest of the address alone', () => {
  expect(orderSearch({ side: 'seller', state: 'held', page: '2', size: 50, from: 'here' })).toEqual({
    side: 'seller',
    state: 'held',
    page: 2,
    size: 50,
    from: 'here',
  })
  expect(orderSearch({ side: 'buyer', state: 'sold', page: 1, size: 20 })).toEqual({})
  expect(contractsSearch({ status: 0, side: 'buyer', mine: true })).toEqual({ status: '0', side: 'buyer', mine: true })
  expect(contractsSearch({ status: 5, side: 'host', mine: 'yes', page: -1 })).toEqual({})
})

it('reads the picked lots and the contract from the address', () => {
  expect(signingSearch({ lots: 'a-1,b_2,,<x>' })).toEqual({ lots: 'a-1,b_2' })
  expect(signingSearch({ lots: 7 })).toEqual({ lots: '7' })
  expect(signingSearch({})).toEqual({})
  expect(idsOf('a,b')).toEqual(['a', 'b'])
  // A part of a split lot.
  expect(signingSearch({ lots: 'a-1.1,a-1.2' })).toEqual({ lots: 'a-1.1,a-1.2' })
  expect(contractSearch({ contractId: 12, change: true })).toEqual({ contractId: '12', change: true })
  expect(contractSearch({ contractId: {}, change: 'x' })).toEqual({})
})
