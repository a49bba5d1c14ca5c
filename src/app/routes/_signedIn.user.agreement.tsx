import { createFileRoute } from '@tanstack/react-router'
import { AgreementPage } from '../features/company/AgreementPage.tsx'

export const Route = createFileRoute('/_signedIn/user/agreement')({ component: AgreementPage })
