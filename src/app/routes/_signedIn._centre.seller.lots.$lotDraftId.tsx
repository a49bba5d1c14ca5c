import { createFileRoute } from '@tanstack/react-router'
import { LotFormPage } from '../features/seller/LotFormPage.tsx'
import { lotSearch } from '../features/seller/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/seller/lots/$lotDraftId')({
  validateSearch: lotSearch,
  component: LotFormPage,
})
