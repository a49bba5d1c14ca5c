import { describe, expect, it } from 'vitest'
import { catalogueSearch, changed, filtersIn, queryOf } from './search.ts'

describe('the address of a catalogue', () => {
  it('keeps what it knows', () => {
    const search = { scheduleTimelineId: 'session-7', page: 3, size: 50, species: 'teak', status: 'open', watched: true, sort: '-price', view: 'cards' } as const
    expect(catalogueSearch({ ...search })).toEqual(search)
  })
  it('drops whatever does not fit', () => {
    expect(catalogueSearch({ page: -1, size: 7, status: 'gone', sort: 'name', view: 'map', keyword: '  ', watched: 'maybe', species: ['a'], evil: '<' })).toEqual({})
  })
  it('leaves defaults out', () => expect(catalogueSearch({ page: 1, size: 20 })).toEqual({}))
  it('reads an id that looks like a number, and a search for lot 12', () => {
    expect(catalogueSearch({ scheduleTimelineId: 42, keyword: 12 })).toEqual({ scheduleTimelineId: '42', keyword: '12' })
  })
})

describe('changing a filter', () => {
  it('begins at the first page', () => expect(changed({ page: 4, species: 'oak' }, { grade: 'A' })).toEqual({ species: 'oak', grade: 'A' }))
  it('takes it away when it is emptied', () => expect(changed({ species: 'oak' }, { species: '' })).toEqual({}))
  it('turns a page without losing filters', () => expect(changed({ species: 'oak' }, { page: 2 })).toEqual({ species: 'oak', page: 2 }))
})

it('counts what narrows the list, not how it is shown', () => {
  expect(filtersIn({ keyword: 'x', watched: true, sort: 'price', view: 'table', page: 2 })).toBe(2)
})

it('asks for page 1 of 20 (spec §9) where nothing was chosen', () => {
  expect(queryOf({}, 't')).toEqual({ scheduleTimelineId: 't', pageNum: 1, pageSize: 20 })
  expect(queryOf({ page: 2, size: 50, watched: true, keyword: 'oak' }, 't')).toEqual({
    scheduleTimelineId: 't', pageNum: 2, pageSize: 50, watched: 'true', keyword: 'oak',
  })
})
