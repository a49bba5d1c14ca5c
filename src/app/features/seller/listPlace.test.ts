import { expect, it } from 'vitest'
import { safeStorage } from '../../../client/ports/storage.ts'
import { keepListPlace, listPlace } from './listPlace.ts'

it('a draft that is open keeps its list’s place', () => {
  const storage = safeStorage(() => null)
  expect(listPlace(storage)).toEqual({})
  keepListPlace(storage, { page: 2, keyword: 'oak' })
  expect(listPlace(storage)).toEqual({ page: 2, keyword: 'oak' })
  storage.setItem('seller-lots-place', '{"page":"x"')
  expect(listPlace(storage)).toEqual({})
})
