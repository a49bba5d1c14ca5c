import { expect, test } from 'vitest'
import { citedBy, rowsOf, testsIn } from './cited.ts'

const rows = rowsOf('docs/accessibility.md')
const cited = rows.flatMap(citedBy)

/** WCAG 2.2, levels A and AA: 4.1.1 is withdrawn, the numbers that are missing are AAA. */
const CRITERIA = [
  '1.1.1 1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.3.3 1.3.4 1.3.5',
  '1.4.1 1.4.2 1.4.3 1.4.4 1.4.5 1.4.10 1.4.11 1.4.12 1.4.13',
  '2.1.1 2.1.2 2.1.4 2.2.1 2.2.2 2.3.1 2.4.1 2.4.2 2.4.3 2.4.4 2.4.5 2.4.6 2.4.7 2.4.11',
  '2.5.1 2.5.2 2.5.3 2.5.4 2.5.7 2.5.8',
  '3.1.1 3.1.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.6 3.3.1 3.3.2 3.3.3 3.3.4 3.3.7 3.3.8 4.1.2 4.1.3',
].flatMap((line) => line.split(' '))

test('docs/accessibility.md answers every criterion of levels A and AA once, and no other', () => {
  expect(CRITERIA).toHaveLength(55)
  const answered = rows.flatMap((row) => /^\| (\d[\d., ]*) \|/.exec(row)?.[1]?.split(', ') ?? [])
  expect(answered.toSorted()).toEqual(CRITERIA.toSorted())
})

test('docs/accessibility.md cites a good many tests', () => {
  expect(cited.length).toBeGreaterThan(25)
})

test.each(cited)('docs/accessibility.md: %s “%s” is a test', (file, title) => {
  const { paths, source } = testsIn(file)
  expect(paths).toHaveLength(1)
  expect(source).toContain(title)
})
