import { createFileRoute } from '@tanstack/react-router'
import { ContentEditPage } from '../features/operator/content/ContentEditPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/content/$kind/$contentId')({
  component: ContentEditPage,
})
