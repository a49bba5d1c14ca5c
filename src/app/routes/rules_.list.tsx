import { createFileRoute } from '@tanstack/react-router'
import { RulesListPage } from '../features/reading/RulesListPage.tsx'

export const Route = createFileRoute('/rules_/list')({ component: RulesListPage })
