/** The content of a deal's ticket, in the reader's words: shown by the component, and drawn as a picture. */
export interface TicketFace {
  /** Id, unique on its page. */
  readonly id: string
  readonly kind: 'sale' | 'bid' | 'won' | 'contract'
  /** Name of the ticket's kind. */
  readonly name: string
  /** The moment of the ticket's event: the start, the bid, the hammer, the contract. */
  readonly at: string
  readonly title: string
  readonly facts: readonly string[]
  readonly lines: readonly Line[]
  /** The lot's number, on the ear tag. */
  readonly lot: string | null
  /** The bidding number, as stamped on the ticket. */
  readonly number: number | null
  /** The words on a deal's seal. */
  readonly seal: string | null
  /** The bid is struck out, or the deal cancelled. */
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
  /** The calculation behind the sum: price × quantity. */
  readonly of: string | null
}
