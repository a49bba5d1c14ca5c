import type { Entry } from '../../lib/sale/index.ts'
import { useWho } from '../../lib/user.ts'
import { Ticket } from './Ticket.tsx'

/** A sale as on the home page, for use on other pages. */
export const SaleTicket = ({ entry }: { readonly entry: Entry }) => <Ticket entry={entry} who={useWho()} />
