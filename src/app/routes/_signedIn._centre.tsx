import { createFileRoute } from '@tanstack/react-router'
import { CentreLayout } from '../features/centre/CentreLayout.tsx'
import { needTexts } from '../lib/i18n/index.ts'
import { menuQuery } from '../lib/menu.ts'

/** Parent of every screen of the user centre and of the operator. */
export const Route = createFileRoute('/_signedIn/_centre')({
  loader: ({ context: { client, queries } }) => {
    void queries.prefetchQuery(menuQuery)
    return needTexts(client, 'people')
  },
  component: CentreLayout,
})
