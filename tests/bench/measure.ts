/** One thing measured against a bare baseline, both in every run, one after the other. */
export interface Measure {
  readonly what: string
  /** What the ratio is of, for the table. */
  readonly ours: string
  readonly bare: string
  readonly target: { readonly most: number } | { readonly least: number }
  /** Prepares, then calls back for each run; answers with what was measured in each. */
  readonly run: (runs: number) => Promise<readonly Pair[]>
  /** When all that were asked for have run: what several of them share goes. */
  readonly end?: () => Promise<void>
}

export interface Pair {
  readonly ours: number
  readonly bare: number
}
