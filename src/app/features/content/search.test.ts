import { describe, expect, it } from 'vitest'
import { articleSearch, newsSearch, rulesSearch } from './search.ts'

describe('what the addresses of texts say', () => {
  it('a kind of news and a page', () =>
    expect(newsSearch({ type: 2, page: '3', size: 50 })).toEqual({ type: 2, page: 3, size: 50 }))
  it('leaves out what is no kind and no page', () => expect(newsSearch({ type: 'x', page: 1, size: 7 })).toEqual({}))
  it('an article, also one whose id is a number', () =>
    expect([articleSearch({ id: 12 }), articleSearch({ id: 'read-offline' })]).toEqual([
      { id: '12' },
      { id: 'read-offline' },
    ]))
  it('no path in the guise of a name', () =>
    expect([articleSearch({ id: '../auth' }), rulesSearch({ name: 'a/b' })]).toEqual([{}, {}]))
})
