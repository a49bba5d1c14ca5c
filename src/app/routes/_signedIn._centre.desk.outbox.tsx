import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '../features/desk/OutboxPage.tsx'
import { listSearch } from '../features/desk/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/outbox')({
  validateSearch: listSearch,
  component: OutboxPage,
})
