import { expect, it } from 'vitest'
import { listsSearch } from './search.ts'

it('reads a list, a page and a size from the address', () => {
  expect(listsSearch({ list: 'deal', page: '2', size: 50 })).toEqual({ list: 'deal', page: 2, size: 50 })
})
it('leaves out whatever does not fit', () => expect(listsSearch({ list: 'sales', page: 1, size: 7 })).toEqual({}))
