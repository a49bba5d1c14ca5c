import { createFileRoute } from '@tanstack/react-router'
import { ArticlePage } from '../features/content/ArticlePage.tsx'
import { needText } from '../features/content/needText.ts'
import { newsQuery } from '../features/content/queries.ts'
import { articleSearch } from '../features/content/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/news_/detail')({
  validateSearch: articleSearch,
  loaderDeps: ({ search: { id } }) => ({ id }),
  loader: ({ context: { client, queries }, deps: { id } }) => {
    if (id !== undefined) {
      needText(queries, newsQuery(id))
      void queries.prefetchQuery(newsQuery(id))
    }
    return needTexts(client, 'people')
  },
  component: ArticlePage,
})
