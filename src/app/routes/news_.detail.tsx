import { createFileRoute } from '@tanstack/react-router'
import { ArticlePage } from '../features/reading/ArticlePage.tsx'
import { needTexts } from '../lib/i18n/index.ts'

export const Route = createFileRoute('/news_/detail')({ loader: () => needTexts('people'), component: ArticlePage })
