import { createFileRoute } from '@tanstack/react-router'
import { CompanyPage } from '../features/company/CompanyPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/user/company')({ component: CompanyPage })
