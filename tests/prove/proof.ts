export interface Options {
  /** The same seed draws the same moments, prices and faults; timing still depends on the machine. */
  readonly seed: number
  readonly say: (line: string) => void
  /** Runs only the steps of a proof whose names begin with one of these. Empty: all. */
  readonly only?: readonly string[]
}

/** A proof's counts, in display order. */
export type Figures = Readonly<Record<string, number | string>>

/** A promise that is shown by running it; rejects with `Broken` when it does not hold. */
export interface Proof {
  readonly name: string
  readonly promise: string
  full(options: Options): Promise<Figures>
  /** A small share, which finds the planted faults. */
  sample(options: Options): Promise<Figures>
}

/** One replacement in a source file. */
interface Change {
  readonly file: string
  /** Stands in the file exactly once. */
  readonly from: string
  readonly to: string
}

/** A fault that, planted in a copy of the sources, must make the sample of a proof fail (`npm run prove -- planted`). */
export interface Planted {
  readonly fault: string
  readonly changes: readonly Change[]
  /** The proof must fail with one of these texts: for this fault, and for no other reason. */
  readonly finds: readonly string[]
}

/** The product breaks its promise; the figures say how. */
export class Broken extends Error {
  override name = 'Broken'
}

/** The proof could not be run here, and shows nothing; the message says what is missing. */
export class Skipped extends Error {
  override name = 'Skipped'
}

/** Faults listed in the error's text. */
const SHOWN = 5

/** Throws unless every count is zero. */
export function noneOf(counts: Readonly<Record<string, number | readonly unknown[]>>, figures: Figures): void {
  const wrong = Object.entries(counts).filter(([, found]) => (typeof found === 'number' ? found : found.length) > 0)
  if (wrong.length === 0) return
  const lines = wrong.map(([what, found]) =>
    typeof found === 'number'
      ? `${what}: ${found}`
      : `${what}: ${found.length}, ${JSON.stringify(found.slice(0, SHOWN))}`,
  )
  throw new Broken(`${lines.join('\n')}\n${JSON.stringify(figures)}`)
}

/** The counts of lists, for a table. */
export const sizes = (lists: Readonly<Record<string, readonly unknown[]>>): Figures =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]))
