import type { Instant } from '../../domain/units.ts'

/** Moments of a bid on its way through the node that decides it. A later mark of the same name counts. */
export type Step = 'queued' | 'deciding' | 'decided' | 'appending' | 'durable'

/** One bid's request while it is served. */
export interface BidTrace {
  /** The bid has passed the checks of its request. `notAfter` tells when its button was pressed. */
  of(timelineId: string, notAfter: Instant | null): void
  mark(step: Step): void
  /** `seq`: the bid's place in the log; `null`: it is not in it. */
  settled(outcome: 'accepted' | 'refused', seq: number | null): void
  /** The request was answered. Its spans are sent if it was a bid that has passed the checks. */
  end(status: number): void
}

/**
 * Traces of bids (docs/deploy.md). Modules hold `Tracing | null`, and `null` costs nothing: no collector is set. Times
 * are ms of `performance.now()`.
 */
export interface Tracing {
  /** A bid's request has arrived. `traceparent`: the header of that name, unchecked. */
  begin(traceparent: string | undefined): BidTrace
  /** This node has told its live connections of these bids: heard of at `from`, written to the last one now. */
  told(timelineId: string, bids: readonly { readonly seq: number; readonly from: number }[], connections: number): void
  /** Sends what is left. */
  stop(): Promise<void>
}
