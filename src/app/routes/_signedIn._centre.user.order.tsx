import { createFileRoute } from '@tanstack/react-router'
import { orderSearch } from '../features/centre/contracts/search.ts'
import { WonLotsPage } from '../features/centre/contracts/WonLotsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/order')({
  validateSearch: orderSearch,
  component: WonLotsPage,
})
