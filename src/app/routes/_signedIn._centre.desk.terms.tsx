import { createFileRoute } from '@tanstack/react-router'
import { termsSearch } from '../features/operator/search.ts'
import { TermsPage } from '../features/operator/TermsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/terms')({
  validateSearch: termsSearch,
  component: TermsPage,
})
