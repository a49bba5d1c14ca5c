import { createFileRoute } from '@tanstack/react-router'
import { signingSearch } from '../features/centre/contracts/search.ts'
import { SigningLotsPage } from '../features/centre/contracts/SigningLotsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/order/sign')({
  validateSearch: signingSearch,
  component: SigningLotsPage,
})
