import { createFileRoute } from '@tanstack/react-router'
import { ArticlePage } from '../features/reading/ArticlePage.tsx'
import { articleSearch } from '../features/reading/search.ts'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/news_/detail')({ validateSearch: articleSearch, loader: () => needTexts('people'), component: ArticlePage })
