import type { AccountId, BiddingNumber, CompanyId, LotId, Offer, OfferId, SellerCode } from './lot.ts'
import type { Lots } from './lots.ts'
import type { Rule } from './rule.ts'
import type { Currency, Instant, Minor } from './units.ts'

/** 1 preparing, 2 published, 3 pre-opening, 4 in progress, 5 finished. Never back. */
export type SessionPhase = 1 | 2 | 3 | 4 | 5
export type Stage = 'preparation' | 'bidding' | 'negotiation' | 'finish'

/**
 * The content of one session's log up to `seq`, derived by `evolve` alone; the room and every viewer's redacted replica
 * share this type. A field hidden from a viewer is `null` (or its keys are absent from a record).
 */
export interface SessionState {
  readonly scheduleTimelineId: string
  readonly epoch: string
  /**
   * A viewer's view, in which no lot has a `book`; false for the room's own. `publish` needs it to know whether to
   * create them.
   */
  readonly redacted: boolean
  /** Sequence number of the last event; 0 before the first. */
  readonly seq: number
  /** Time of the last event. Never goes back. */
  readonly at: Instant
  /**
   * The newest event that everyone sees. A redacted state's `at` is its time, since the time of a secret event is
   * itself secret.
   */
  readonly shown: { readonly seq: number; readonly at: Instant }
  /**
   * The first entry that this code cannot read, since a newer release wrote it; `null`: all were read. With one the state
   * may lack what that entry changed, so it is shown, and nothing is decided on it (R8). `null` in every redacted view.
   */
  readonly unread: number | null
  readonly practice: boolean
  readonly phase: SessionPhase
  readonly stage: Stage
  readonly rule: Rule
  readonly startTime: Instant
  readonly signUpDeadline: Instant
  /** The newest postponement. */
  readonly postponed: Announcement | null
  /** The operator's cancellation, if there was one. */
  readonly cancelled: Announcement | null
  /** When the session was sealed; `null`: it is not. */
  readonly sealedAt: Instant | null
  /** Since when the log is known to lack an entry that the installation signed a receipt for (R11). */
  readonly deniedAt: Instant | null
  /** The host's company: it never bids. Host and operator see it. */
  readonly hostCompany: CompanyId | null
  /** Number of the last round begun; 0 before the first. */
  readonly round: number
  /** When the running stage is due to end by itself (negotiation; an announced start in preparation). */
  readonly stageEndsAt: Instant | null
  /** Closed temporarily: every clock is stopped since `since`. */
  readonly closure: Closure | null
  /** Since when nothing has been open (no lot, no offer); the session seals itself `autoFinishMinutes` later. */
  readonly idleSince: Instant | null
  readonly sellers: Readonly<Record<SellerCode, Seller>>
  readonly bidders: Readonly<Record<BiddingNumber, Bidder>>
  /** Lots in catalogue order are in `lotOrder`; a child of a partial deal follows its parent. */
  readonly lots: Lots
  readonly lotOrder: readonly LotId[]
  /** Live offers that a viewer may see: the two parties and the host. Ended offers are only in the log. */
  readonly offers: Readonly<Record<OfferId, Offer>>
  readonly speech: Speech
  /** The newest messages, at most `MESSAGES_KEPT`. */
  readonly messages: readonly Message[]
}

export const MESSAGES_KEPT = 100

/** A change of the sale as announced, with its reason. */
interface Announcement {
  readonly at: Instant
  readonly reason: string
}

interface Closure {
  readonly since: Instant
  readonly message: string
  readonly reopensAt: Instant | null
}

export interface Seller {
  readonly seller: SellerCode
  readonly company: CompanyId | null
  readonly suspended: boolean
}

export interface Bidder {
  readonly number: BiddingNumber
  /** Own company; host and operator see all. */
  readonly company: CompanyId | null
  /** Admitted; false once dismissed or suspended (identity falls back to applicant). */
  readonly admitted: boolean
  /** Not admitted by a suspension that is in force (A9). */
  readonly suspended: boolean
  /** Lots with a mandate of the company on which it counts as out of touch; seen by itself alone. */
  readonly lost: readonly LotId[]
  /** The company's limits; the company and the operator see them. */
  readonly limits: Limits
  /** Limits of the company's people, within its own. */
  readonly people: Readonly<Record<AccountId, Limits>>
}

/** A currency without an entry has no limit. */
export type Limits = Readonly<Partial<Record<Currency, Limit>>>

export interface Limit {
  readonly most: Minor
  /** The amount won and led, as counted against this limit. */
  readonly exposed: Minor
  /** A deposit's limit counts other currencies too, at these rates; `null`: its own alone. */
  readonly worth: Worth | null
}

/** Amounts of equal worth, by currency: rates that do not change during a sale. */
export type Worth = Readonly<Partial<Record<Currency, Minor>>>

/** The right to speak in the message box. The host always has it. */
export interface Speech {
  readonly allowed: boolean
  /** Gagged one by one: keys are speakers (`bidder:17`, `seller:S1`). Host and operator see all, others their own. */
  readonly gagged: Readonly<Record<string, true>>
}

export interface Message {
  readonly seq: number
  readonly at: Instant
  /** `host`, `room`, `bidder:17`, `seller:S1`. */
  readonly from: string
  /** `null` once erased. */
  readonly text: string | null
}
