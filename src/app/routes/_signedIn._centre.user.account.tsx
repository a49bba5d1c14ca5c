import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/centre/AccountPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/account')({ component: AccountPage })
