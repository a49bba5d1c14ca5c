import type { Receipt } from '../../contract/verdict.ts'
import type { ReceiptBody } from '../../domain/receipt.ts'
import type { Instant } from '../../domain/units.ts'

/** Signs one receipt per body, in the same order. */
export type SignReceipts = (bodies: readonly ReceiptBody[]) => readonly Receipt[]

/** A short message to all nodes, this one included. Messages may be lost, so nothing may depend on one alone. */
export interface Word {
  say(text: string): Promise<void>
  onSaid(heard: (text: string) => void): () => void
}

/** Sessions that need a room even without any request. */
export interface Calendar {
  /**
   * Sessions that are pre-open, in progress, due to pre-open at `now`, or sealed with orders or mails still to be
   * written.
   */
  due(now: Instant): Promise<readonly string[]>
}
