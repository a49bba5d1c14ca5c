import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { citedBy, rowsOf, testsIn } from './cited.ts'

const rows = rowsOf('docs/security.md')
const cited = rows.flatMap(citedBy)

test('docs/security.md cites a good many tests', () => {
  expect(cited.length).toBeGreaterThan(60)
})

test.each(cited)('docs/security.md: %s “%s” is a test', (file, title) => {
  const { paths, source } = testsIn(file)
  expect(paths).toHaveLength(1)
  expect(source).toContain(title)
})

test.each(rows.filter((row) => /^\| (2|13|14|15|16)\.\d/.test(row)))('a test shows how it is met: %s', (row) => {
  expect(citedBy(row)).not.toEqual([])
})

test('each finding of the review has its test', () => {
  const [, table = ''] = readFileSync('docs/security.md', 'utf8').split(
    /^## (?:Found from outside, and mended|ASVS 5\.0, level 2)$/m,
  )
  const found = table.split('\n').flatMap((row) => {
    const number = /^\| (\d+) \|/.exec(row)?.[1]
    return number === undefined ? [] : [{ number: Number(number), tests: citedBy(row).length }]
  })
  expect(found.filter(({ tests }) => tests === 0)).toEqual([])
  expect([...new Set(found.map(({ number }) => number))]).toEqual(Array.from({ length: 26 }, (_, at) => at + 1))
})

/** OWASP ASVS 5.0.0, the requirements of levels 1 and 2: `section:numbers`, a line a chapter. */
const ASKED = [
  '1.1:1-2 1.2:1-9 1.3:1-11 1.4:1-3 1.5:1-2',
  '2.1:1-3 2.2:1-3 2.3:1-4 2.4:1',
  '3.2:1-2 3.3:1-4 3.4:1-6 3.5:1-5 3.7:1-2',
  '4.1:1-3 4.2:1 4.3:1-2 4.4:1-4',
  '5.1:1 5.2:1-3 5.3:1-2 5.4:1-3',
  '6.1:1-3 6.2:1-12 6.3:1-4 6.4:1-4 6.5:1-5 6.6:1-3 6.8:1-4',
  '7.1:1-3 7.2:1-4 7.3:1-2 7.4:1-5 7.5:1-2 7.6:1-2',
  '8.1:1-2 8.2:1-3 8.3:1 8.4:1',
  '9.1:1-3 9.2:1-4',
  '10.1:1-2 10.2:1-2 10.3:1-4 10.4:1-11 10.5:1-5 10.6:1-2 10.7:1-3',
  '11.1:1-2 11.2:1-3 11.3:1-3 11.4:1-4 11.5:1 11.6:1',
  '12.1:1-3 12.2:1-2 12.3:1-4',
  '13.1:1 13.2:1-5 13.3:1-2 13.4:1-5',
  '14.1:1-2 14.2:1-4 14.3:1-3',
  '15.1:1-3 15.2:1-3 15.3:1-7',
  '16.1:1 16.2:1-5 16.3:1-4 16.4:1-3 16.5:1-3',
  '17.1:1 17.2:1-4 17.3:1-2',
]
const upTo = (from: string, to = from): number[] =>
  Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i)
const asked = ASKED.flatMap((chapter) => chapter.split(' ')).flatMap((section) => {
  const [name = '', numbers = ''] = section.split(':')
  return numbers.split(',').flatMap((range) => {
    const [from = '', to] = range.split('-')
    return upTo(from, to).map((number) => `${name}.${number}`)
  })
})

/** The requirements that a row of the table names: `1.2.1, 1.2.2`, `6.3.1–6.3.3`, `6.8.x` (a section), `10.1.x–10.7.x`. */
function namedBy(cell: string): string[] {
  return cell.split(', ').flatMap((part) => {
    const [from = '', to = from] = part.split('–')
    const isWithin = (one: string) => {
      const key = (text: string) => text.split('.').map((number) => (number === 'x' ? null : Number(number)))
      const [a, b, c] = [key(from), key(to), key(one)]
      const order = (bound: readonly (number | null)[]): number => {
        const at = bound.findIndex((number, i) => number !== null && number !== c[i])
        return at < 0 ? 0 : Math.sign((c[at] ?? 0) - (bound[at] ?? 0))
      }
      return order(a) >= 0 && order(b) <= 0
    }
    const found = asked.filter(isWithin)
    return found.length > 0 ? found : [`no such requirement: ${part}`]
  })
}

test('docs/security.md answers every requirement of levels 1 and 2 once, and no other', () => {
  expect(asked).toHaveLength(253)
  const answered = readFileSync('docs/security.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^\| (\d+\.\d+\.[\dx][^|]*) \|/.exec(line)?.[1] ?? [])
    .flatMap(namedBy)
  expect(answered.toSorted()).toEqual(asked.toSorted())
})
