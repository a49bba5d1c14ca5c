import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../features/reading/RulesPage.tsx'
import { rulesSearch } from '../features/reading/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules')({ validateSearch: rulesSearch, loader: () => needTexts('people'), component: RulesPage })
