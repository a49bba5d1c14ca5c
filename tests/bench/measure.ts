/** A measurement with its bare baseline: each run measures both, one after the other. */
export interface Measure {
  readonly what: string
  /** The measured product feature, for the table. */
  readonly ours: string
  readonly bare: string
  readonly target: { readonly most: number } | { readonly least: number }
  /** Prepares, then calls back for each run; resolves with each run's measurement. */
  readonly run: (runs: number) => Promise<readonly Pair[]>
  /** Runs after all requested measures, to release shared resources. */
  readonly end?: () => Promise<void>
}

export interface Pair {
  readonly ours: number
  readonly bare: number
}
