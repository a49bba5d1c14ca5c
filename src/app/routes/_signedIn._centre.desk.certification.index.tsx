import { createFileRoute } from '@tanstack/react-router'
import { CertificationsPage } from '../features/operator/CertificationsPage.tsx'
import { certificationSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/certification/')({
  validateSearch: certificationSearch,
  component: CertificationsPage,
})
