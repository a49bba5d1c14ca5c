import { createFileRoute } from '@tanstack/react-router'
import { CertificationsPage } from '../features/desk/CertificationsPage.tsx'
import { certificationSearch } from '../features/desk/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/certification/')({
  validateSearch: certificationSearch,
  component: CertificationsPage,
})
