import { createFileRoute } from '@tanstack/react-router'
import { RulesPage } from '../features/content/RulesPage.tsx'
import { needText } from '../features/content/needText.ts'
import { rulesSearch } from '../features/content/search.ts'
import { documentQuery } from '../lib/documents.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/rules')({
  validateSearch: rulesSearch,
  loaderDeps: ({ search: { name = 'rules' } }) => ({ name }),
  // Asked for while the page's code is still on its way; so in the other pages.
  loader: ({ context: { client }, deps: { name } }) => {
    needText(client, documentQuery(name))
    void client.prefetchQuery(documentQuery(name))
    return needTexts('people')
  },
  component: RulesPage,
})
