import { expect, it } from 'vitest'
import { SWATCHES } from '../../contract/swatches.ts'
import { swatchOf } from './swatches.ts'

it('gives each known species the family of its heartwood', () => {
  expect(['spruce', 'wenge', 'padauk', 'teak'].map(swatchOf)).toEqual(['cream', 'ebony', 'red', 'honey'])
})

it('gives an unknown species one family, always the same, and spreads several over the families', () => {
  const made = Array.from({ length: 60 }, (_, at) => `species-${at}`)
  expect(made.map(swatchOf)).toEqual(made.map(swatchOf))
  expect(made.every((code) => SWATCHES.includes(swatchOf(code)))).toBe(true)
  expect(new Set(made.map(swatchOf)).size).toBeGreaterThan(SWATCHES.length / 2)
  expect(SWATCHES).toContain(swatchOf(''))
  expect(SWATCHES).toContain(swatchOf('constructor'))
})
