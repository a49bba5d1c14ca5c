/** What stands on a ticket of a deal, in the reader's words: the component shows it, and the picture is drawn of it. */
export interface TicketFace {
  /** Unique on its page. */
  readonly id: string
  readonly kind: 'sale' | 'bid' | 'won' | 'contract'
  /** What this ticket is. */
  readonly name: string
  /** The moment it speaks of: the start, the bid, the hammer, the contract. */
  readonly at: string
  readonly title: string
  readonly facts: readonly string[]
  readonly lines: readonly Line[]
  /** A lot's number, on its ear tag. */
  readonly lot: string | null
  /** The bidding number, as stamped on it. */
  readonly number: number | null
  /** The words of the seal of a deal. */
  readonly seal: string | null
  /** Struck out or cancelled. */
  readonly isVoid: boolean
  readonly sum: Sum | null
}

interface Line {
  readonly label: string
  readonly value: string
}

interface Sum {
  readonly label: string
  readonly value: string
  /** How it comes about: price × quantity. */
  readonly of: string | null
}
