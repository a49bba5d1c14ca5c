import { createFileRoute } from '@tanstack/react-router'
import { LotsPage } from '../features/seller/LotsPage.tsx'
import { lotsSearch } from '../features/seller/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/seller/lots/')({
  validateSearch: lotsSearch,
  component: LotsPage,
})
