import { createFileRoute } from '@tanstack/react-router'
import { needVenue } from '../features/shell/guards.ts'
import { VenuePage } from '../features/venue/VenuePage.tsx'
import { venueSearch } from '../lib/session/index.ts'

export const Route = createFileRoute('/venue/detail')({ validateSearch: venueSearch, beforeLoad: needVenue, component: VenuePage })
