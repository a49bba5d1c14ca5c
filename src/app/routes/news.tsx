import { createFileRoute } from '@tanstack/react-router'
import { NewsPage } from '../features/reading/NewsPage.tsx'
import { newsSearch } from '../features/reading/search.ts'

export const Route = createFileRoute('/news')({ validateSearch: newsSearch, component: NewsPage })
