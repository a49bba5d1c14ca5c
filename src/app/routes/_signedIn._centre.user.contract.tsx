import { createFileRoute } from '@tanstack/react-router'
import { ContractsPage } from '../features/centre/later/ContractsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/contract')({ component: ContractsPage })
