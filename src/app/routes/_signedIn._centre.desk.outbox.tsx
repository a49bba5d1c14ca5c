import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '../features/operator/OutboxPage.tsx'
import { listSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/outbox')({
  validateSearch: listSearch,
  component: OutboxPage,
})
