import { createFileRoute } from '@tanstack/react-router'
import { FramePage } from '../features/embed/FramePage.tsx'
import { frameSearch } from '../features/embed/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/_signedIn/frame')({
  validateSearch: frameSearch,
  loader: ({ context: { client } }) => needTexts(client, 'people'),
  component: FramePage,
})
