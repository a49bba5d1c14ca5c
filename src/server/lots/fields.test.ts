import { getTableColumns } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { lotFacets, lotList, LotDetail } from '../../contract/calls/lots.ts'
import { LotContent } from '../../contract/lot-content.ts'
import { endsOf, fieldOf, LOT_FIELD_KEYS, LOT_RANGES, LOT_TERMS, PLAIN_FIELDS } from '../../contract/lot-fields.ts'
import { spanColumns } from '../store/lots.ts'
import { lot } from '../store/schema.ts'
import { LOT_COLUMNS } from './columns.ts'
import { EXAMPLE } from './example.ts'

// The list of fields (`contract/lot-fields.ts`) agrees with the places that repeat it.

describe('a field of a lot', () => {
  const columns = getTableColumns(lot)
  test.each(LOT_FIELD_KEYS)('%s is a column of its table, empty where a lot may lack it', (key) => {
    const { kind, optional = false } = fieldOf(key)
    expect(columns[key]).toBeDefined()
    expect(columns[key].notNull).toBe(!optional || kind === 'text' || kind === 'moisture')
    if (kind === 'count') expect(columns[key].dataType).toMatch(/^number/)
    if (['text', 'measure', 'moisture', 'term'].includes(kind)) expect(columns[key].dataType).toBe('string')
  })
  test('that tells of the timber is no column beside the list', () => {
    const KNOWN = ['id', 'timelineId', 'position', 'sellerCompanyId', 'sellerCode', 'placeholder', 'outcome']
    const REACHED = LOT_RANGES.flatMap((range) => [`${range}Min`, `${range}Max`])
    const listed = new Set<string>([...LOT_FIELD_KEYS, ...KNOWN, ...REACHED, 'pictures', 'papers'])
    expect(Object.keys(columns).filter((name) => !listed.has(name))).toEqual([])
  })
  test('travels both ways, and stands in a sheet of its own column', () => {
    expect(Object.keys(LotContent.shape)).toEqual([...LOT_FIELD_KEYS, 'pictures', 'papers'])
    expect(LotContent.parse(z.encode(LotContent, EXAMPLE))).toEqual(EXAMPLE)
    expect(LOT_COLUMNS.map(({ key }) => key).filter((key) => !key.startsWith('paper:'))).toEqual(LOT_FIELD_KEYS)
    const headings = LOT_COLUMNS.flatMap(({ zh, en, also }) => [zh, en, ...also].map((one) => one.toLowerCase()))
    expect(headings.filter((one, at) => headings.indexOf(one) !== at)).toEqual([])
  })
  test('that is counted, and was added since a draft was stored, is empty there', () => {
    const { pieces: _, ...older } = z.encode(LotContent, EXAMPLE)
    expect(LotContent.parse(older).pieces).toBeNull()
  })
  test('that is shown as it was written is in the lot’s answer', () =>
    expect(Object.keys(LotDetail.shape)).toEqual(expect.arrayContaining([...PLAIN_FIELDS])))
})

describe('a filter of the catalogue', () => {
  const query = Object.keys(lotList.query.shape)
  test.each(LOT_TERMS)('by %s is asked for by name and has its choices', (term) => {
    expect(query).toContain(term)
    expect(Object.keys(lotFacets.data.shape)).toContain(term)
  })
  test.each(LOT_RANGES)('by %s has two ends, and columns to compare them with', (range) => {
    expect(query).toEqual(expect.arrayContaining([...endsOf(range)]))
    expect(() => spanColumns(range)).not.toThrow()
  })
})
