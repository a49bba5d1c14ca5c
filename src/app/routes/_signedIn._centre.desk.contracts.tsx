import { createFileRoute } from '@tanstack/react-router'
import { DeskContractsPage } from '../features/operator/DeskContractsPage.tsx'
import { deskContractSearch } from '../features/operator/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/contracts')({
  validateSearch: deskContractSearch,
  component: DeskContractsPage,
})
