import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../features/reading/PrivacyPage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/privacy')({ loader: () => needTexts('people'), component: PrivacyPage })
