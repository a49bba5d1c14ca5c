import { createFileRoute } from '@tanstack/react-router'
import { ContractsPage } from '../features/centre/contracts/ContractsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/contract')({ component: ContractsPage })
