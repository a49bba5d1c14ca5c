import { createFileRoute } from '@tanstack/react-router'
import { ContentPage } from '../features/operator/content/ContentPage.tsx'
import { contentSearch } from '../features/operator/content/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/desk/content/')({
  validateSearch: contentSearch,
  component: ContentPage,
})
