import { createFileRoute } from '@tanstack/react-router'
import { ticketsSearch } from '../features/centre/tickets/search.ts'
import { TicketsPage } from '../features/centre/tickets/TicketsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/tickets')({
  validateSearch: ticketsSearch,
  component: TicketsPage,
})
