import * as fc from 'fast-check'

/** Replaces vitest's `test` and `describe` in the judge's process, where a test is a function that may throw. */
export interface Case {
  readonly name: string
  readonly file: string
  readonly run: () => unknown
}

const cases: Case[] = []
const path: string[] = []
let file = ''

/** Loads test files; resolves with their cases. */
export async function collect(
  files: readonly string[],
  load: (file: string) => Promise<unknown>,
): Promise<readonly Case[]> {
  for (file of files) await load(file)
  return cases
}

// Failures are not shrunk: the failure itself is enough.
fc.configureGlobal({ endOnFailure: true })

const add = (name: string, run: () => unknown): void => {
  cases.push({ name: [...path, name].join(' › '), file, run })
}

interface Each<Run> {
  (name: string, run: Run, patience?: number): void
  each(rows: readonly unknown[]): (name: string, run: (...row: never[]) => unknown, patience?: number) => void
}

const each =
  (define: (name: string, run: () => unknown) => void) =>
  (rows: readonly unknown[]) =>
  (name: string, run: (...row: never[]) => unknown): void =>
    rows.forEach((row, i) =>
      define(`${name} (${i + 1})`, () => run(...((Array.isArray(row) ? row : [row]) as never[]))),
    )

export const test: Each<() => unknown> = Object.assign((name: string, run: () => unknown) => add(name, run), {
  each: each(add),
})

function group(name: string, run: () => unknown): void {
  path.push(name)
  run()
  path.pop()
}
export const describe: Each<() => unknown> = Object.assign(group, { each: each(group) })
