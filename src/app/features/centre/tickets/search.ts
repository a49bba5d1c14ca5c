export const TICKET_KINDS = ['sale', 'bid', 'won', 'contract'] as const
export type TicketKind = (typeof TICKET_KINDS)[number]

export interface TicketsSearch {
  readonly kind?: TicketKind
}

/** Parts of the address that are not filters are kept. */
export function ticketsSearch({ kind, ...others }: Record<string, unknown>): TicketsSearch {
  const asked = TICKET_KINDS.find((one) => one === kind)
  return { ...others, ...(asked && { kind: asked }) }
}
