import { createFileRoute } from '@tanstack/react-router'
import { SalePage } from '../features/operator/sales/SalePage.tsx'
import { saleSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/sales/$scheduleTimelineId')({
  validateSearch: saleSearch,
  component: SalePage,
})
