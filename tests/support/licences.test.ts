import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shipped, table } from './licences.ts'

/**
 * Licences that require only attribution, or (LGPL of libvips, a separate library) that the library can be replaced.
 */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  // For fonts: free to embed in documents, not to be sold separately.
  'OFL-1.1',
  'Unlicense',
])

/** MPL-2.0 binds the package's own files alone, which are shipped as they are; the exception is this version's, not the licence's. */
const EXCEPTIONS = new Set(['web-push@3.6.7 MPL-2.0'])

test('docs/licences.md lists every shipped package with its licence', () => {
  expect(readFileSync('docs/licences.md', 'utf8')).toBe(table())
})

test('every shipped package has a licence that may be shipped', () => {
  const others = shipped().filter(
    ({ name, version, licence }) =>
      !EXCEPTIONS.has(`${name}@${version} ${licence}`) && !licence.split(/ AND | OR /).every((one) => ALLOWED.has(one)),
  )
  expect(others).toEqual([])
})
