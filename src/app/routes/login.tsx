import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../features/session/LoginPage.tsx'
import { loginSearch } from '../features/session/search.ts'
import { needNobody } from '../features/shell/guards.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/login')({
  validateSearch: loginSearch,
  beforeLoad: needNobody,
  loader: () => needTexts('people'),
  component: LoginPage,
})
