import { createFileRoute } from '@tanstack/react-router'
import { CentreLayout } from '../features/centre/CentreLayout.tsx'
import { needTexts } from '../lib/i18n/index.ts'
import { menuQuery } from '../lib/menu.ts'

/** Every screen of the user centre and of the operator's desk stands below this. */
export const Route = createFileRoute('/_signedIn/_centre')({
  loader: ({ context: { client } }) => {
    void client.prefetchQuery(menuQuery)
    return needTexts('people')
  },
  component: CentreLayout,
})
