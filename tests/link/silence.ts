/** How a dead zone loses everything, and stops doing so. */
export interface Silence {
  readonly enter: () => Promise<void>
  readonly leave: () => Promise<void>
  readonly end: () => void
  /** Ports of connections that it makes itself. */
  readonly own: ReadonlySet<number>
}
