/** Kinds of faults; each sale draws which of them it has. */
export const FAULTS = [
  'kill',
  'pause',
  'databaseCrash',
  'lostAnswers',
  'lostNotices',
  'slowStandby',
  'lateRequests',
  'cuts',
  'stalls',
  'thinLinks',
  'reloads',
  'skew',
] as const
export type Fault = (typeof FAULTS)[number]

/** Faults of the database that a run may draw, and those that are planted to try the checks. */
export interface DatabaseFaults {
  /** Milliseconds of a statement's way, and of a commit. */
  readonly wayMs: readonly [number, number]
  readonly commitMs: readonly [number, number]
  /** Shares of statements whose request, or whose answer, is lost. */
  readonly requestLost: number
  readonly answerLost: number
  /** Share of statements that a network delays on their way, by up to so many ms: longer than their sender waits. */
  readonly requestLate: number
  readonly lateMs: number
  /** Share of notices that a node never hears. */
  readonly noticeLost: number
  /** Share of commits that wait for the standby, and for how long. */
  readonly standbyWaits: number
  readonly standbyMs: number
  /** What is kept; `false` is planted. */
  readonly planted: {
    readonly fenced: boolean
    readonly durable: boolean
    readonly timed: boolean
    readonly whole: boolean
    readonly verdicts: boolean
    readonly unique: boolean
  }
}

/** Of the calm in which a sale is made. */
export const CALM: DatabaseFaults = {
  wayMs: [0.2, 0.6],
  commitMs: [0.5, 2],
  requestLost: 0,
  answerLost: 0,
  requestLate: 0,
  lateMs: 0,
  noticeLost: 0,
  standbyWaits: 0,
  standbyMs: 0,
  planted: { fenced: true, durable: true, timed: true, whole: true, verdicts: true, unique: true },
}
