import { createFileRoute } from '@tanstack/react-router'
import { NewsPage } from '../features/reading/NewsPage.tsx'
import { newsSearch } from '../features/reading/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/news')({ validateSearch: newsSearch, loader: () => needTexts('people'), component: NewsPage })
