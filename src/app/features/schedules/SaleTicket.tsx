import type { Entry } from '../../lib/sale/index.ts'
import { useWho } from '../../lib/user.ts'
import { Ticket } from './Ticket.tsx'

/** A sale as the home page shows it, elsewhere. */
export const SaleTicket = ({ entry }: { readonly entry: Entry }) => <Ticket entry={entry} who={useWho()} />
