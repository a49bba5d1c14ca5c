import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../features/content/RulesPage.tsx'
import { needText } from '../features/content/needText.ts'
import { rulesSearch } from '../features/content/search.ts'
import { documentQuery, saleRulesQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules')({
  validateSearch: rulesSearch,
  loaderDeps: ({ search: { name = 'rules', sale } }) => ({ name, sale }),
  // The calls start while the page's code is loading, as on other pages.
  loader: ({ context: { client, queries }, deps: { name, sale } }) => {
    if (sale === undefined) {
      needText(queries, documentQuery(name))
      void queries.prefetchQuery(documentQuery(name))
    } else {
      needText(queries, saleRulesQuery(sale))
      void queries.prefetchQuery(saleRulesQuery(sale))
    }
    return needTexts(client, 'people')
  },
  component: RulesPage,
})
