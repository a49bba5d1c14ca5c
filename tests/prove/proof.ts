export interface Options {
  /** The same seed draws the same moments, prices and faults; what the machine makes of them may differ. */
  readonly seed: number
  readonly say: (line: string) => void
}

/** What a proof counted, in the order it is shown. */
export type Figures = Readonly<Record<string, number | string>>

/** A promise shown by doing it; rejects with `Broken` when it does not hold. */
export interface Proof {
  readonly name: string
  readonly promise: string
  full(options: Options): Promise<Figures>
  /** What `npm test` runs: small enough to be run by everybody, every time. */
  sample(options: Options): Promise<Figures>
}

/** The product does not keep its promise: what was counted says how. */
export class Broken extends Error {
  override name = 'Broken'
}

/** Of what is wrong, in the error's text. */
const SHOWN = 5

/** Every count must be nought. */
export function noneOf(counts: Readonly<Record<string, number | readonly unknown[]>>, figures: Figures): void {
  const wrong = Object.entries(counts).filter(([, found]) => (typeof found === 'number' ? found : found.length) > 0)
  if (wrong.length === 0) return
  const told = wrong.map(([what, found]) =>
    typeof found === 'number'
      ? `${what}: ${found}`
      : `${what}: ${found.length}, ${JSON.stringify(found.slice(0, SHOWN))}`,
  )
  throw new Broken(`${told.join('\n')}\n${JSON.stringify(figures)}`)
}

/** The counts of lists, for a table. */
export const sizes = (lists: Readonly<Record<string, readonly unknown[]>>): Figures =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]))
