import { createFileRoute } from '@tanstack/react-router'
import { userSearch } from '../features/desk/search.ts'
import { UsersPage } from '../features/desk/UsersPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/users')({
  validateSearch: userSearch,
  component: UsersPage,
})
