import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../features/reading/RulesPage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules')({ loader: () => needTexts('people'), component: RulesPage })
