import { createFileRoute } from '@tanstack/react-router'
import { ArticlePage } from '../features/reading/ArticlePage.tsx'

export const Route = createFileRoute('/news_/detail')({ component: ArticlePage })
