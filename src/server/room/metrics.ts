/** Counters, gauges and histograms in the text format that Prometheus reads. */

export interface Metric {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  lines(): readonly string[]
}

export class Counter implements Metric {
  readonly type = 'counter'
  readonly name: string
  readonly help: string
  readonly #label: string | null
  readonly #values = new Map<string, number>()

  constructor(name: string, help: string, label: string | null = null) {
    this.name = name
    this.help = help
    this.#label = label
    if (label === null) this.#values.set('', 0)
  }

  /**
   * `value`: the label's value, when the counter has a label. From a closed set only, or the number of series is
   * unbounded.
   */
  add(by = 1, value = ''): void {
    this.#values.set(value, (this.#values.get(value) ?? 0) + by)
  }

  get(value = ''): number {
    return this.#values.get(value) ?? 0
  }

  lines(): readonly string[] {
    return [...this.#values].map(
      ([value, n]) => `${this.name}${this.#label === null ? '' : `{${this.#label}="${value}"}`} ${n}`,
    )
  }
}

/** A number computed when metrics are read; `null`: not known yet, so no line. */
export class Gauge implements Metric {
  readonly type: 'gauge' | 'counter'
  readonly name: string
  readonly help: string
  readonly #read: () => number | null

  /** `type`: `counter` for a number that something else counts and that never falls. */
  constructor(name: string, help: string, read: () => number | null, type: 'gauge' | 'counter' = 'gauge') {
    this.name = name
    this.help = help
    this.type = type
    this.#read = read
  }

  lines(): readonly string[] {
    const value = this.#read()
    return value === null ? [] : [`${this.name} ${value}`]
  }
}

/** Numbers by one label, computed when metrics are read. */
export class LabelledGauge implements Metric {
  readonly type = 'gauge'
  readonly name: string
  readonly help: string
  readonly #label: string
  readonly #read: () => Readonly<Record<string, number>>

  constructor(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>) {
    this.name = name
    this.help = help
    this.#label = label
    this.#read = read
  }

  lines(): readonly string[] {
    return Object.entries(this.#read()).map(([value, n]) => `${this.name}{${this.#label}="${value}"} ${n}`)
  }
}

export class Histogram implements Metric {
  readonly type = 'histogram'
  readonly name: string
  readonly help: string
  readonly #bounds: readonly number[]
  readonly #counts: number[]
  #sum = 0
  #count = 0

  constructor(name: string, help: string, bounds: readonly number[]) {
    this.name = name
    this.help = help
    this.#bounds = bounds
    this.#counts = bounds.map(() => 0)
  }

  observe(value: number): void {
    this.#sum += value
    this.#count += 1
    const at = this.#bounds.findIndex((bound) => value <= bound)
    if (at >= 0) this.#counts[at] = (this.#counts[at] ?? 0) + 1
  }

  get count(): number {
    return this.#count
  }

  /** The lowest bound that this share of the values does not exceed; `null`: no bound, or no value yet. */
  quantile(share: number): number | null {
    let below = 0
    if (this.#count === 0) return null
    return this.#bounds.find((_, i) => (below += this.#counts[i] ?? 0) >= share * this.#count) ?? null
  }

  lines(): readonly string[] {
    let below = 0
    const buckets = this.#bounds.map((bound, i) => {
      below += this.#counts[i] ?? 0
      return `${this.name}_bucket{le="${bound}"} ${below}`
    })
    return [
      ...buckets,
      `${this.name}_bucket{le="+Inf"} ${this.#count}`,
      `${this.name}_sum ${this.#sum}`,
      `${this.name}_count ${this.#count}`,
    ]
  }
}

/** The text of `/metrics`. */
export const exposition = (metrics: readonly Metric[]): string =>
  `${metrics.flatMap((m) => [`# HELP ${m.name} ${m.help}`, `# TYPE ${m.name} ${m.type}`, ...m.lines()]).join('\n')}\n`
