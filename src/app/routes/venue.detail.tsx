import { createFileRoute } from '@tanstack/react-router'
import { VenuePage } from '../features/venue/VenuePage.tsx'
import { venueSearch } from '../lib/session/index.ts'

export const Route = createFileRoute('/venue/detail')({ validateSearch: venueSearch, component: VenuePage })
