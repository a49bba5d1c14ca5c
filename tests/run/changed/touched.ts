/** The lines of a file that a change added or altered; of a removal, the line before it. */
export type ChangedLines = ReadonlyMap<string, readonly number[]>

/** Reads a diff without context lines (`git diff -U0`). */
export function changedLines(diff: string): ChangedLines {
  const files = new Map<string, number[]>()
  let lines: number[] = []
  for (const line of diff.split('\n')) {
    const file = /^\+\+\+ b\/(.+)$/.exec(line)?.[1]
    if (line.startsWith('+++ ')) lines = []
    if (file !== undefined) files.set(file, lines)
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (from === undefined) continue
    for (let at = 0; at < Math.max(1, Number(count)); at += 1) lines.push(Number(from) + at)
  }
  return files
}

interface Span {
  readonly first: number
  readonly last: number
}

/** Tests of a formatted file: one ends with the next line that closes at its indentation. */
function testSpans(source: string): readonly Span[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const indent = /^( *)test(?:\.(?:only|fail|fixme))?\((?:['"`]|$)/.exec(line)?.[1]
    if (indent === undefined) return []
    // A short test is one line.
    if (line.endsWith(')')) return [{ first: index + 1, last: index + 1 }]
    const closed = lines.findIndex((other, at) => at > index && new RegExp(`^${indent}(?:}.*)?\\)$`).test(other))
    return closed === -1 ? [] : [{ first: index + 1, last: closed + 1 }]
  })
}

/**
 * What Playwright is given to run the tests of a file that changed: `file:line` of each, or the whole file if a line
 * outside of its tests changed.
 */
export function touchedTests(file: string, source: string, changed: readonly number[]): readonly string[] {
  const lines = source.split('\n')
  const spans = testSpans(source)
  const touched = new Set<number>()
  for (const number of changed) {
    if (number > 0 && lines[number - 1]?.trim() === '') continue
    const span = spans.find(({ first, last }) => first <= number && number <= last)
    if (span === undefined) return [file]
    touched.add(span.first)
  }
  return [...touched].map((line) => `${file}:${line}`)
}
