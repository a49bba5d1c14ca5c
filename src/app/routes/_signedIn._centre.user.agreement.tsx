import { createFileRoute } from '@tanstack/react-router'
import { AgreementPage } from '../features/company/AgreementPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/agreement')({ component: AgreementPage })
