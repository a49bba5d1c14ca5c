import { createFileRoute } from '@tanstack/react-router'
import { ReviewPage } from '../features/operator/ReviewPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/certification/$certificationId')({
  component: ReviewPage,
})
