import { createFileRoute } from '@tanstack/react-router'
import { ContractsPage } from '../features/centre/contracts/ContractsPage.tsx'
import { contractsSearch } from '../features/centre/contracts/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/user/contract')({
  validateSearch: contractsSearch,
  component: ContractsPage,
})
