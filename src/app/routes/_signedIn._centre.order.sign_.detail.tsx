import { createFileRoute } from '@tanstack/react-router'
import { ContractPage } from '../features/centre/contracts/ContractPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/order/sign_/detail')({ component: ContractPage })
