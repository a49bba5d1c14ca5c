/** How a dead zone starts and stops losing everything. */
export interface Silence {
  readonly enter: () => Promise<void>
  readonly leave: () => Promise<void>
  readonly end: () => void
  /** Ports of connections made by the silence itself. */
  readonly own: ReadonlySet<number>
}
