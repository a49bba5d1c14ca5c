import { describe, expect, it, test } from 'vitest'
import { parseMoisture } from '../domain/typed/moisture.ts'
import { formatSizeMm, parseSizeMm } from '../domain/typed/size.ts'
import {
  isLog,
  moistureOf,
  moistureShown,
  sizeOf,
  sizeShown,
  sizeWithUnit,
  specification,
  unclearSizes,
} from './sizes.ts'

const LOG = { length: '2500-5800', thickness: null, width: null, diameter: '320' }
const SAWN = { length: '3900', thickness: '27 (4/4)', width: '150+', diameter: null }

describe('a size as readers see it', () => {
  it('of a log is in metres and centimetres', () => {
    expect([sizeShown('length', LOG), sizeShown('diameter', LOG), sizeShown('width', LOG)]).toEqual([
      '2.5–5.8\u00a0m',
      '32\u00a0cm',
      '',
    ])
    expect(specification(LOG)).toBe('⌀\u00a032\u00a0cm × 2.5–5.8\u00a0m')
    expect(specification({ length: '3905', diameter: '200+' })).toBe('⌀\u00a020+\u00a0cm × 3.905\u00a0m')
  })
  it('of sawn timber is in millimetres', () => {
    expect([sizeShown('length', SAWN), sizeShown('thickness', SAWN), sizeShown('width', SAWN)]).toEqual([
      '3900\u00a0mm',
      '27\u00a0mm\u00a0(4/4)',
      '150+\u00a0mm',
    ])
    expect(specification(SAWN)).toBe('27 (4/4) × 150+ × 3900\u00a0mm')
    expect(specification({ length: '3900' })).toBe('3900\u00a0mm')
    expect(specification({})).toBe('')
  })
  it('is the same for text from before sizes were data', () => {
    expect(specification({ ...LOG, length: '2500–5800', thickness: '', diameter: '３２０' })).toBe(specification(LOG))
    expect(specification({ ...SAWN, thickness: '27（4/4）' })).toBe(specification(SAWN))
  })
  it('stands as it was written where it is unclear', () => {
    expect(specification({ ...LOG, length: '约5000' })).toBe('⌀\u00a032\u00a0cm × 约5000')
    expect(specification({ ...SAWN, width: '26.5' })).toBe('27\u00a0mm\u00a0(4/4) × 26.5 × 3900\u00a0mm')
    expect(unclearSizes({ ...LOG, length: '约5000', humidity: '干' })).toEqual(['length', 'humidity'])
    expect(unclearSizes({ ...SAWN, length: '2500–5800', humidity: '≥ 30 %' })).toEqual([])
  })
  test.each(['3900', '2500-5800', '200+', '27 (4/4)', '1', '99999', '101-99998'])(
    '%s is read back as it is shown, in each unit',
    (text) => {
      const size = parseSizeMm(text)!
      for (const unit of ['mm', 'cm', 'm'] as const) expect(formatSizeMm(sizeOf(sizeWithUnit(size, unit))!)).toBe(text)
    },
  )
})

test.each([
  [{ thickness: null, diameter: '320' }, true],
  [{ thickness: '', diameter: '320' }, true],
  [{ thickness: '27', diameter: '320' }, false],
  [{ thickness: '27', diameter: null }, false],
  [{}, false],
])('%j is a log: %j', (lot, log) => expect(isLog(lot)).toBe(log))

test.each([
  ['10-12', '10–12 %'],
  ['10–12 %', '10–12 %'],
  ['30+', '≥ 30 %'],
  ['0-12', '≤ 12 %'],
  ['8.5', '8.5 %'],
  ['kiln-dried', 'kiln-dried'],
  ['', ''],
])('moisture %j is shown as %j, and read back', (text, shown) => {
  // A figure and its sign stay on one line.
  expect(moistureShown(text)).toBe(shown.replaceAll(' ', '\u00a0'))
  expect(moistureOf(shown)).toEqual(moistureOf(text))
  if (parseMoisture(text)) expect(moistureOf(shown)).toEqual(parseMoisture(text))
})
