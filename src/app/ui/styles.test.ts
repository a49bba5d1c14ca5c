import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MOBILE_BELOW_PX } from '../../contract/constants.ts'

const app = join(import.meta.dirname, '..')
const sheets = globSync('**/*.css', { cwd: app }).map((name) => ({
  name,
  css: readFileSync(join(app, name), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}))
/** A part's own width in lines of text, which enlarged text changes. */
const CONTAINER = /@container \((?:min|max)-width: (\d+(?:\.\d+)?(?:px|rem))\)/g

const BREAKPOINTS = [480, 600, MOBILE_BELOW_PX, 1200]
const WIDTHS = new Set(BREAKPOINTS.flatMap((px) => [`(min-width: ${px}px)`, `(max-width: ${px - 0.02}px)`]))

it('changes layout at the documented breakpoints alone', () => {
  const used = sheets.flatMap(({ name, css }) =>
    Array.from(css.replaceAll(CONTAINER, '').matchAll(/\((?:min|max)-width:[^)]*\)/g), ([query]) => ({ name, query })),
  )
  expect(used.length).toBeGreaterThan(30)
  expect(used.filter(({ query }) => !WIDTHS.has(query))).toEqual([])
})

it('measures a part in lines of text', () => {
  const used = sheets.flatMap(({ css }) => Array.from(css.matchAll(CONTAINER), ([, width = '']) => width))
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((width) => !width.endsWith('rem'))).toEqual([])
})

it('asks of the script’s media queries what it asks of the styles', () => {
  const scripts = globSync('**/*.{ts,tsx}', { cwd: app, exclude: ['**/*.test.*'] }).flatMap((name) =>
    Array.from(readFileSync(join(app, name), 'utf8').matchAll(/\((?:min|max)-width: \d[^)]*\)/g), ([query]) => query),
  )
  expect(scripts.filter((query) => !WIDTHS.has(query))).toEqual([])
})

it('takes margins, paddings and gaps from the tokens', () => {
  const SPACING = /(?<![\w-])((?:scroll-)?(?:margin|padding|gap|row-gap|column-gap)(?:-[a-z]+)*):([^;{}]+)/g
  const used = sheets.flatMap(({ name, css }) =>
    Array.from(css.matchAll(SPACING), ([, property = '', value = '']) => ({ name, property, value: value.trim() })),
  )
  expect(used.length).toBeGreaterThan(300)
  const raw = used.filter(({ value }) => (value.match(/[\d.]+(?:px|rem)\b/g) ?? []).some((length) => length !== '1px'))
  expect(raw).toEqual([])
})
