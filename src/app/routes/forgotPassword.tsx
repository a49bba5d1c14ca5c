import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordPage } from '../features/account/recovery/ForgotPasswordPage.tsx'
import { recoverySearch } from '../features/account/recovery/search.ts'

export const Route = createFileRoute('/forgotPassword')({ validateSearch: recoverySearch, component: ForgotPasswordPage })
