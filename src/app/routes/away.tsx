import { createFileRoute } from '@tanstack/react-router'
import { AwayPage } from '../features/embed/AwayPage.tsx'
import { awaySearch } from '../features/embed/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

/** Redirects to another site with a sign-in key. Only addresses set by the operator are allowed. */
export const Route = createFileRoute('/away')({
  validateSearch: awaySearch,
  loader: ({ context: { client } }) => needTexts(client, 'people'),
  component: AwayPage,
})
