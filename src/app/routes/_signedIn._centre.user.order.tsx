import { createFileRoute } from '@tanstack/react-router'
import { WonLotsPage } from '../features/centre/later/WonLotsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/order')({ component: WonLotsPage })
