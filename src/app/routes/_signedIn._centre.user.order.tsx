import { createFileRoute } from '@tanstack/react-router'
import { WonLotsPage } from '../features/centre/contracts/WonLotsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/order')({ component: WonLotsPage })
