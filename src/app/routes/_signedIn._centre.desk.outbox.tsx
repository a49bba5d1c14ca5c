import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '../features/operator/OutboxPage.tsx'
import { outboxSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/outbox')({
  validateSearch: outboxSearch,
  component: OutboxPage,
})
