import { createFileRoute } from '@tanstack/react-router'
import { StatementPage } from '../features/centre/contracts/StatementPage.tsx'
import { statementSearch } from '../features/centre/contracts/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/user/statement')({
  validateSearch: statementSearch,
  component: StatementPage,
})
