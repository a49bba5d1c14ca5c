import type { Receipt } from '../../contract/verdict.ts'
import type { ReceiptBody } from '../../domain/receipt.ts'
import type { Instant } from '../../domain/units.ts'

/** One for each, in the same order. */
export type SignReceipts = (bodies: readonly ReceiptBody[]) => readonly Receipt[]

/** A short word to all nodes, this one included. Some may be lost, so nothing may depend on it alone. */
export interface Word {
  say(text: string): Promise<void>
  onSaid(heard: (text: string) => void): () => void
}

/** Sessions that need a room without any request. */
export interface Calendar {
  /** Pre-open, in progress, due to pre-open at `now`, or sealed with orders or mails still to be written. */
  due(now: Instant): Promise<readonly string[]>
}
