import { createFileRoute } from '@tanstack/react-router'
import { RolesPage } from '../features/operator/people/RolesPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/roles')({
  component: RolesPage,
})
