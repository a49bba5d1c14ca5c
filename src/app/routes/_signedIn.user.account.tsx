import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../features/account/person/AccountPage.tsx'

export const Route = createFileRoute('/_signedIn/user/account')({ component: AccountPage })
