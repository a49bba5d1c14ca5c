import { createFileRoute } from '@tanstack/react-router'
import { userSearch } from '../features/operator/search.ts'
import { UsersPage } from '../features/operator/UsersPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/users')({
  validateSearch: userSearch,
  component: UsersPage,
})
