import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../features/content/PrivacyPage.tsx'
import { needText } from '../features/content/needText.ts'
import { documentQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/privacy')({
  loader: ({ context: { client, queries } }) => {
    needText(queries, documentQuery('privacy'))
    void queries.prefetchQuery(documentQuery('privacy'))
    return needTexts(client, 'people')
  },
  component: PrivacyPage,
})
