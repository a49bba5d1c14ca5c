import { createFileRoute } from '@tanstack/react-router'
import { LoginPage } from '../features/session/LoginPage.tsx'
import { loginSearch } from '../features/session/search.ts'
import { needNobody } from '../features/shell/guards.ts'

export const Route = createFileRoute('/login')({ validateSearch: loginSearch, beforeLoad: needNobody, component: LoginPage })
