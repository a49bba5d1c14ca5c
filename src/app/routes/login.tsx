import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../features/signIn/LoginPage.tsx'
import { loginSearch } from '../features/signIn/search.ts'
import { requireSignedOut } from '../features/shell/guards.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/login')({
  validateSearch: loginSearch,
  beforeLoad: requireSignedOut,
  loader: ({ context: { client } }) => needTexts(client, 'people'),
  component: LoginPage,
})
