import { createFileRoute } from '@tanstack/react-router'
import { NewsPage } from '../features/content/NewsPage.tsx'
import { newsListQuery } from '../features/content/queries.ts'
import { newsSearch } from '../features/content/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/news')({
  validateSearch: newsSearch,
  loaderDeps: ({ search: { type = 0, page = 1, size } }) => ({ type, page, size }),
  loader: ({ context: { client, queries }, deps: { type, page, size } }) => {
    void queries.prefetchQuery(newsListQuery(type, page, size))
    return needTexts(client, 'people')
  },
  component: NewsPage,
})
