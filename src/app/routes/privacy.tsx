import { createFileRoute } from '@tanstack/react-router'
import { PrivacyPage } from '../features/reading/PrivacyPage.tsx'
import { needText } from '../features/reading/needText.ts'
import { documentQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/privacy')({
  loader: ({ context: { client } }) => {
    needText(client, documentQuery('privacy'))
    void client.prefetchQuery(documentQuery('privacy'))
    return needTexts('people')
  },
  component: PrivacyPage,
})
