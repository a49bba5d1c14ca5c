import { createFileRoute } from '@tanstack/react-router'
import { CompletePage } from '../features/account/person/CompletePage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/complete')({
  loader: ({ context: { client } }) => needTexts(client, 'people'),
  component: CompletePage,
})
