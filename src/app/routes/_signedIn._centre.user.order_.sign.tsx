import { createFileRoute } from '@tanstack/react-router'
import { SigningLotsPage } from '../features/centre/contracts/SigningLotsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/order_/sign')({ component: SigningLotsPage })
