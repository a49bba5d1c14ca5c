import { describe, expect, it } from 'vitest'
import { certificationSearch, pageOf, userSearch } from './search.ts'

describe('addresses of the desk’s lists', () => {
  it('say only what was chosen', () => {
    expect(certificationSearch({ page: 1, size: 20, state: 'pending', keyword: ' ' })).toEqual({})
    expect(certificationSearch({ page: '3', size: '50', state: 'refused', keyword: ' 林 ' })).toEqual({
      page: 3,
      size: 50,
      state: 'refused',
      keyword: '林',
    })
  })
  it('may hold anything', () => {
    expect(certificationSearch({ page: -1, size: 7, state: {}, keyword: [] })).toEqual({})
    expect(userSearch({ status: 5, page: 'x' })).toEqual({})
  })
  it('keep numbers that are words: a status, an account of digits', () =>
    expect(userSearch({ status: 0, keyword: 12345 })).toEqual({ status: '0', keyword: '12345' }))
  it('begin at page 1 of 20 (spec §9)', () => expect(pageOf({})).toEqual({ pageNum: 1, pageSize: 20 }))
})
