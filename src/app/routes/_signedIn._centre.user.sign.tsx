import { createFileRoute } from '@tanstack/react-router'
import { SignUpsPage } from '../features/centre/later/SignUpsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/sign')({ component: SignUpsPage })
