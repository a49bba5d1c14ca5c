import { createFileRoute } from '@tanstack/react-router'
import { needVenue } from '../features/shell/guards.ts'
import { VenuePage } from '../features/venue/VenuePage.tsx'
import { needTexts } from '../lib/i18n/index.ts'
import { venueSearch } from '../../client/session/index.ts'

export const Route = createFileRoute('/venue/detail')({
  validateSearch: venueSearch,
  beforeLoad: needVenue,
  loader: ({ context: { client } }) => Promise.all([needTexts(client, 'venue'), client.calls.prepare()]),
  component: VenuePage,
})
