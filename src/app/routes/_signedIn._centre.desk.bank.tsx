import { createFileRoute } from '@tanstack/react-router'
import { BankPage } from '../features/operator/bank/BankPage.tsx'
import { bankSearch } from '../features/operator/bank/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/bank')({
  validateSearch: bankSearch,
  component: BankPage,
})
