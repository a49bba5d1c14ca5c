import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../features/content/RulesPage.tsx'
import { needText } from '../features/content/needText.ts'
import { rulesSearch } from '../features/content/search.ts'
import { documentQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules')({
  validateSearch: rulesSearch,
  loaderDeps: ({ search: { name = 'rules' } }) => ({ name }),
  // The calls start while the page's code is loading, as on other pages.
  loader: ({ context: { client, queries }, deps: { name } }) => {
    needText(queries, documentQuery(name))
    void queries.prefetchQuery(documentQuery(name))
    return needTexts(client, 'people')
  },
  component: RulesPage,
})
