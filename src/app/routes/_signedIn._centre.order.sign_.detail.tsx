import { createFileRoute } from '@tanstack/react-router'
import { ContractPage } from '../features/centre/contracts/ContractPage.tsx'
import { contractSearch } from '../features/centre/contracts/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/order/sign_/detail')({
  validateSearch: contractSearch,
  component: ContractPage,
})
