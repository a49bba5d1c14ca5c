import { createFileRoute } from '@tanstack/react-router'
import { AllLotsPage } from '../features/reading/AllLotsPage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/home/list')({ loader: () => needTexts('people'), component: AllLotsPage })
