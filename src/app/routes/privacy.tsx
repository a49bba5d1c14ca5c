import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../features/reading/PrivacyPage.tsx'

export const Route = createFileRoute('/privacy')({ component: PrivacyPage })
