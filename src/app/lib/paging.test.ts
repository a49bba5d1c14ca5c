import { describe, expect, it } from 'vitest'
import { pageQuery, pageSearch } from './paging.ts'

describe('the page of a list in its address', () => {
  it.each([
    [{}, {}],
    [{ page: 1, size: 20 }, {}],
    [
      { page: '3', size: '50' },
      { page: 3, size: 50 },
    ],
    [{ page: 0, size: 7 }, {}],
    [{ page: -2 }, {}],
    [{ page: 1.5 }, {}],
    [{ page: 'x', size: 'y' }, {}],
    [{ page: 100_001 }, {}],
    [{ page: [2], size: null }, { page: 2 }],
  ])('%j is read as %j', (raw, read) => expect(pageSearch(raw)).toEqual(read))

  it('says the defaults to the call', () => {
    expect(pageQuery({})).toEqual({ pageNum: 1, pageSize: 20 })
    expect(pageQuery({ page: 3, size: 50 })).toEqual({ pageNum: 3, pageSize: 50 })
  })
})
