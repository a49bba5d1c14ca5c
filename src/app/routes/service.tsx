import { createFileRoute } from '@tanstack/react-router'
import { ServicePage } from '../features/content/ServicePage.tsx'
import { needText } from '../features/content/needText.ts'
import { documentQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/service')({
  loader: ({ context: { client, queries } }) => {
    needText(queries, documentQuery('service'))
    void queries.prefetchQuery(documentQuery('service'))
    return needTexts(client, 'people')
  },
  component: ServicePage,
})
