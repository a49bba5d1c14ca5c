import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync(['tests/**/*.test.ts', 'src/**/*.test.ts', 'tests/e2e/*.spec.ts'])
const cited = readFileSync('docs/security.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .flatMap((line) => {
    // In the last column: a file, and one or more titles.
    const column = line.split('|').at(-2) ?? ''
    return [...column.matchAll(/`([\w./-]+)` ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
      [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => [file, title] as const),
    )
  })

test('docs/security.md cites a good many tests', () => {
  expect(cited.length).toBeGreaterThan(60)
})

test.each(cited)('docs/security.md: %s “%s” is a test', (file, title) => {
  const [path, ...others] = files.filter((one) => `/${one.replace(/\.(test|spec)\.ts$/, '')}`.endsWith(`/${file}`))
  expect(others).toEqual([])
  // As written in the code, where an apostrophe may be escaped.
  expect(readFileSync(path ?? '', 'utf8').replaceAll("\\'", "'")).toContain(title)
})
