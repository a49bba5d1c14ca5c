import { createFileRoute } from '@tanstack/react-router'
import { SalesPage } from '../features/operator/sales/SalesPage.tsx'
import { listSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/sales/')({
  validateSearch: listSearch,
  component: SalesPage,
})
