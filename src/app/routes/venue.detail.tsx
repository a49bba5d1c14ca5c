import { createFileRoute } from '@tanstack/react-router'
import { needVenue } from '../features/shell/guards.ts'
import { VenuePage } from '../features/venue/VenuePage.tsx'
import { needClients } from '../lib/api/index.ts'
import { needTexts } from '../lib/i18n/index.ts'
import { venueSearch } from '../lib/session/index.ts'

export const Route = createFileRoute('/venue/detail')({
  validateSearch: venueSearch,
  beforeLoad: needVenue,
  loader: () => Promise.all([needTexts('venue'), needClients()]),
  component: VenuePage,
})
