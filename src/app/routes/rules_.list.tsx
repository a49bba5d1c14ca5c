import { createFileRoute } from '@tanstack/react-router'
import { RulesListPage } from '../features/reading/RulesListPage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules_/list')({ loader: () => needTexts('people'), component: RulesListPage })
