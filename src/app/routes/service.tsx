import { createFileRoute } from '@tanstack/react-router'
import { ServicePage } from '../features/reading/ServicePage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/service')({ loader: () => needTexts('people'), component: ServicePage })
