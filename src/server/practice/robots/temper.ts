/** How a robot bids. Times in ms, prices in steps above the start price. */
export interface Temper {
  /** Thinking time before a bid. */
  readonly thinks: readonly [number, number]
  /** Share of the lots that the robot wants at all. */
  readonly appetite: number
  /** The robot's private limit on a lot. */
  readonly limit: readonly [number, number]
  /** Maximum number of its own bids on a lot. */
  readonly bids: number
  /** Bids only when less than this is left on the clock. */
  readonly lastMs: number | null
  /** Sets its limit as a standing ceiling and lets the room bid. */
  readonly ceiling: boolean
}

/** Limits are low enough that a newcomer can win. */
export const TEMPERS = {
  robot1: { thinks: [6_000, 13_000], appetite: 0.6, limit: [2, 7], bids: 4, lastMs: null, ceiling: false },
  robot2: { thinks: [9_000, 20_000], appetite: 0.5, limit: [1, 3], bids: 2, lastMs: null, ceiling: false },
  robot3: { thinks: [4_000, 9_000], appetite: 0.5, limit: [2, 5], bids: 3, lastMs: 30_000, ceiling: false },
  robot4: { thinks: [8_000, 16_000], appetite: 0.35, limit: [2, 4], bids: 1, lastMs: null, ceiling: true },
} as const satisfies Readonly<Record<string, Temper>>

export type BidderLogin = keyof typeof TEMPERS
