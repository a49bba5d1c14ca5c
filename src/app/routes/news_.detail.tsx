import { createFileRoute } from '@tanstack/react-router'
import { ArticlePage } from '../features/reading/ArticlePage.tsx'
import { needText } from '../features/reading/needText.ts'
import { newsQuery } from '../features/reading/queries.ts'
import { articleSearch } from '../features/reading/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/news_/detail')({
  validateSearch: articleSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { client }, deps: { id } }) => {
    if (id !== undefined) {
      needText(client, newsQuery(id))
      void client.prefetchQuery(newsQuery(id))
    }
    return needTexts('people')
  },
  component: ArticlePage,
})
