import { createFileRoute } from '@tanstack/react-router'
import { RulesListPage } from '../features/content/RulesListPage.tsx'
import { documentsQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules_/list')({
  loader: ({ context: { client, queries } }) => {
    for (const kind of ['rule', 'help'] as const) void queries.prefetchQuery(documentsQuery(kind))
    return needTexts(client, 'people')
  },
  component: RulesListPage,
})
