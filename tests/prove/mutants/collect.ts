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

/** How long a test may take is for the real runner: the judge counts steps. */
type Patience = number | { readonly timeout: number }

interface Each<Run> {
  (name: string, run: Run, patience?: number): void
  (name: string, patience: Patience, run: Run): void
  each(rows: readonly unknown[]): (name: string, run: (...row: never[]) => unknown, patience?: number) => void
}

type Define = (name: string, run: () => unknown) => void

const each =
  (define: Define) =>
  (rows: readonly unknown[]) =>
  (name: string, run: (...row: never[]) => unknown): void =>
    rows.forEach((row, i) =>
      define(`${name} (${i + 1})`, () => run(...((Array.isArray(row) ? row : [row]) as never[]))),
    )

type Run = () => unknown

/** The function is the second argument, or the third after its options. */
const withOptions =
  (define: Define) =>
  (name: string, second: Run | Patience, third?: Run | Patience): void => {
    const run = [second, third].find((one) => typeof one === 'function')
    if (!run) throw new TypeError(`${name} has no function`)
    define(name, run)
  }

export const test: Each<Run> = Object.assign(withOptions(add), { each: each(add) })

function group(name: string, run: Run): void {
  path.push(name)
  run()
  path.pop()
}
export const describe: Each<Run> = Object.assign(withOptions(group), { each: each(group) })
