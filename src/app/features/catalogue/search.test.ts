import { describe, expect, it } from 'vitest'
import { catalogueSearch, changed, filtersIn, moreFiltersIn, queryOf } from './search.ts'

describe('the address of a catalogue', () => {
  it('keeps what it knows', () => {
    const search = {
      scheduleTimelineId: 'session-7',
      page: 3,
      size: 50,
      species: 'teak',
      status: 'open',
      watched: true,
      sort: '-price',
      view: 'cards',
    } as const
    expect(catalogueSearch({ ...search })).toEqual(search)
  })
  it('drops whatever does not fit', () => {
    expect(
      catalogueSearch({
        page: -1,
        size: 7,
        status: 'gone',
        sort: 'name',
        view: 'map',
        keyword: '  ',
        watched: 'maybe',
        species: ['a'],
        evil: '<',
      }),
    ).toEqual({})
  })
  it('leaves defaults out', () => expect(catalogueSearch({ page: 1, size: 20 })).toEqual({}))
  it('reads an id that looks like a number, and a search for lot 12', () => {
    expect(catalogueSearch({ scheduleTimelineId: 42, keyword: 12 })).toEqual({
      scheduleTimelineId: '42',
      keyword: '12',
    })
  })
})

describe('changing a filter', () => {
  it('begins at the first page', () =>
    expect(changed({ page: 4, species: 'oak' }, { grade: 'A' })).toEqual({ species: 'oak', grade: 'A' }))
  it('takes it away when it is emptied', () => expect(changed({ species: 'oak' }, { species: '' })).toEqual({}))
  it('turns a page without losing filters', () =>
    expect(changed({ species: 'oak' }, { page: 2 })).toEqual({ species: 'oak', page: 2 }))
})

it('counts what narrows the list, not how it is shown', () => {
  expect(filtersIn({ keyword: 'x', watched: true, sort: 'price', view: 'table', page: 2 })).toBe(2)
})

it('asks for page 1 of 20 (spec §9) where nothing was chosen', () => {
  expect(queryOf({ scheduleTimelineId: 't' })).toEqual({ scheduleTimelineId: 't', pageNum: 1, pageSize: 20 })
  expect(queryOf({ scheduleTimelineId: 't', page: 2, size: 50, watched: true, keyword: 'oak' })).toEqual({
    scheduleTimelineId: 't',
    pageNum: 2,
    pageSize: 50,
    watched: 'true',
    keyword: 'oak',
  })
})

describe('the list of all sales', () => {
  it('asks for no session; for one that was chosen, it asks for what is open there', () => {
    expect(queryOf({})).toEqual({ pageNum: 1, pageSize: 20 })
    expect(queryOf({ sale: 's', grade: 'A' })).toEqual({
      scheduleTimelineId: 's',
      open: 'true',
      grade: 'A',
      pageNum: 1,
      pageSize: 20,
    })
  })
  it('is what the choice of a sale narrows down; the catalogue of one sale knows no such choice', () => {
    expect(filtersIn(catalogueSearch({ sale: 's', grade: 'A' }))).toBe(2)
    expect(catalogueSearch({ scheduleTimelineId: 't', sale: 's' })).toEqual({ scheduleTimelineId: 't' })
  })
})

describe('ranges in an address', () => {
  it('are kept as they are, one end or both', () => {
    const search = { tradeArea: '华东', minPrice: 1200.5, maxPrice: 3000, minLength: 2500, maxSection: 54 }
    expect(catalogueSearch({ ...search })).toEqual(search)
    expect(catalogueSearch({ minPrice: '1200.50', minLength: '2500' })).toEqual({ minPrice: 1200.5, minLength: 2500 })
  })
  it.each([
    { minPrice: 'cheap' },
    { minPrice: -1 },
    { minPrice: 0 },
    { maxPrice: 10.005 },
    { minPrice: 20, maxPrice: 10 },
    { minLength: 0 },
    { minLength: 2.5 },
    { maxLength: 100_000 },
    { minLength: 4000, maxLength: 3999 },
    { minSection: '⌀' },
    { minSection: 60, maxSection: 26 },
  ])('are left out where they are none: %j', (raw) => expect(catalogueSearch(raw)).toEqual({}))
  it('of one number are ranges', () =>
    expect(catalogueSearch({ minSection: 26, maxSection: 26 })).toEqual({ minSection: 26, maxSection: 26 }))
  it('count once, whichever ends of them are asked for', () => {
    const search = { species: 'oak', tradeArea: '华东', minPrice: 1, maxPrice: 2, maxLength: 3 }
    expect([filtersIn(search), moreFiltersIn(search)]).toEqual([4, 3])
  })
  it('are asked of the server as the wire has them', () => {
    expect(
      queryOf({
        scheduleTimelineId: 't',
        tradeArea: '华东',
        minPrice: 1200.5,
        maxPrice: 3000,
        minLength: 2500,
        maxSection: 54,
        view: 'cards',
      }),
    ).toEqual({
      scheduleTimelineId: 't',
      pageNum: 1,
      pageSize: 20,
      tradeArea: '华东',
      minPrice: '1200.5',
      maxPrice: '3000',
      minLength: 2500,
      maxSection: 54,
    })
  })
})
