import { globSync, readFileSync } from 'node:fs'

const files = globSync(['tests/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'tests/e2e/**/*.spec.ts'])

/** The rows of a document's tables. */
export const rowsOf = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))

/** The tests that a row cites, in its last column: a file, and one or more titles. */
export function citedBy(row: string): (readonly [file: string, title: string])[] {
  const column = row.split('|').at(-2) ?? ''
  return [...column.matchAll(/`([\w./-]+)` ((?:“[^”]+”(?:, )?)+)/g)].flatMap(([, file = '', titles = '']) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => [file, title] as const),
  )
}

/** The test files of that name, and the text that has their titles. */
export function testsIn(file: string): { readonly paths: readonly string[]; readonly source: string } {
  const paths = files.filter((one) => `/${one.replace(/\.(test|spec)\.tsx?$/, '')}`.endsWith(`/${file}`))
  const [path = ''] = paths
  // Sentences of the specification stand in a table, each of them shown by a test (`rows.test.ts`).
  const source = path.endsWith('spec/rows.test.ts') ? path.replace('.test.ts', '.ts') : path
  // As written in the code, where an apostrophe may be escaped.
  return { paths, source: source === '' ? '' : readFileSync(source, 'utf8').replaceAll("\\'", "'") }
}
