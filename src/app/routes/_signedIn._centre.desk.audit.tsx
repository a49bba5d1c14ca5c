import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '../features/operator/AuditPage.tsx'
import { auditSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/audit')({
  validateSearch: auditSearch,
  component: AuditPage,
})
