import { createFileRoute } from '@tanstack/react-router'
import { CataloguePage } from '../features/catalogue/CataloguePage.tsx'
import { lotsQuery } from '../features/catalogue/queries.ts'
import { catalogueSearch } from '../features/catalogue/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/_signedIn/target/list')({
  validateSearch: catalogueSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { client, queries }, deps }) => {
    void queries.prefetchQuery(lotsQuery(deps))
    return needTexts(client, 'catalogue')
  },
  component: CataloguePage,
})
