/** The numbers of one session (`scheduleTimelineRule`). Fixed at publication. */
export interface Rule {
  /** Bidding time of a round, seconds. */
  readonly biddingSeconds: number
  /** Soft close: a bid accepted with less than this left moves the deadline to now + this, seconds. */
  readonly extensionSeconds: number
  /** No deadline of a lot moves beyond its opening + this, seconds; `null`: no hard end. */
  readonly hardEndSeconds: number | null
  /** Length of the negotiation stage, minutes. */
  readonly negotiationMinutes: number
  /** Lots of a round open this many seconds after one another; 0: together. */
  readonly staggerSeconds: number
  readonly admission: 'automatic' | 'operator'
  /** Limits of a seller's adjustment below and above the lot's marks, percent. */
  readonly adjustPercent: number
  /** A lot is held by itself when its bidders vanish together; otherwise the hold is offered to the host. */
  readonly autoHold: boolean
  /** The session seals itself this long after its last lot or offer ended, minutes. */
  readonly autoFinishMinutes: number
  /** For how long a seller may award a lot closed below its reserve to its highest bidder, minutes; `null`: never. */
  readonly confirmMinutes: number | null
}

/** Design §2. */
export const DEFAULT_RULE: Rule = {
  biddingSeconds: 180,
  extensionSeconds: 30,
  hardEndSeconds: null,
  negotiationMinutes: 10,
  staggerSeconds: 0,
  admission: 'automatic',
  adjustPercent: 10,
  autoHold: false,
  autoFinishMinutes: 15,
  confirmMinutes: null,
}

/** The law's own constants, milliseconds. The numbers quote LAW.md. */
export const LAW = {
  /** Time between a deadline and its closing event; bids stamped in time are decided in it. */
  closeGraceMs: 250,
  /** Maximum number of lots that one tick closes. */
  closeAtOnce: 100,
  /** Without an answer to the tick for this long a link is lost. */
  linkLostMs: 8_000,
  /** When a lot is about to close, a mandate's holder silent for this long counts as lost. */
  linkSilentAtCloseMs: 4_000,
  /** A longer gap between alive marks is an outage of ours. */
  outageGapMs: 3_000,
  /** After an outage an open lot has at least this left. */
  outageFloorMs: 60_000,
  /** A hold lasts this long, once per lot. */
  holdMs: 60_000,
  /** Bidders of a lot whose links fell silent within this of one another vanished together. */
  vanishTogetherMs: 10_000,
  /** Reopening after a temporary closing is announced this far ahead. */
  reopenNoticeMs: 30_000,
  /** A bid's `notAfter` lies at most this far ahead of the server's clock. */
  notAfterMaxMs: 60_000,
  /** After the seal deals are held, cancelled and offered on for this long. */
  dealsOpenMs: 72 * 3_600_000,
  /** A session that is not started is sealed this long after its start time. */
  unstartedMs: 86_400_000,
  /** A start is postponed by this at most, counted from now. */
  postponedMostMs: 366 * 86_400_000,
  /** Bidding time of a round, seconds. */
  roundSecondsMin: 1,
  roundSecondsMax: 86_400,
  /** A bid, ceiling or offer above this many times the start price is a typing error. */
  priceTimesMost: 1_000,
  /** Maximum number of offers by one party on one lot to the same counterparty, revisions included. */
  offersMost: 20,
  /** Maximum length of a message, characters. */
  messageMax: 500,
  adjustMinutesMin: 1,
  adjustMinutesMax: 99,
} as const
