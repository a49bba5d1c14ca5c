import { describe, expect, it } from 'vitest'
import { pageSearch } from './paging.ts'
import { rebased } from './rebased.ts'

interface Search {
  readonly page?: number
  readonly sale?: string
  readonly species?: string
  readonly state?: string
}
/** As pages of lists read their address. */
const read = (raw: Record<string, unknown>): Search => ({
  ...pageSearch(raw),
  ...Object.fromEntries(['sale', 'species', 'state'].flatMap((name) => (raw[name] ? [[name, raw[name]]] : []))),
})
const changed = (search: Search, change: { readonly [K in keyof Search]: Search[K] | undefined }): Search =>
  read({ ...search, page: undefined, ...change })

describe('a change that began from an older query', () => {
  const search = { sale: 'session-7', species: 'teak', page: 3 }
  const newest = changed(search, { state: 'open' })
  it('keeps a filter that was set meanwhile', () =>
    expect(rebased(read, newest, search, changed(search, { species: 'oak' }))).toEqual({
      sale: 'session-7',
      species: 'oak',
      state: 'open',
    }))
  it('takes a filter away that it took away', () =>
    expect(rebased(read, newest, search, changed(search, { species: undefined }))).toEqual({
      sale: 'session-7',
      state: 'open',
    }))
})

describe('a filter that is set while another page is on its way', () => {
  it('goes back to the first page', () =>
    expect(rebased(read, { page: 2 }, {}, changed({}, { state: 'open' }))).toEqual({ state: 'open' }))
})

describe('another page', () => {
  it('keeps a filter that was set meanwhile', () =>
    expect(rebased(read, { state: 'open' }, {}, { page: 2 })).toEqual({ state: 'open', page: 2 }))
})
