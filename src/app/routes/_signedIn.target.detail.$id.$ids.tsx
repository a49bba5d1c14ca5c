import { createFileRoute } from '@tanstack/react-router'
import { LotPage } from '../features/catalogue/LotPage.tsx'
import { lotQuery } from '../features/catalogue/queries.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/_signedIn/target/detail/$id/$ids')({
  loader: ({ context: { client, queries }, params }) => {
    void queries.prefetchQuery(lotQuery(params.id, params.ids))
    return needTexts(client, 'catalogue')
  },
  component: LotPage,
})
