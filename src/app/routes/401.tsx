import { createFileRoute } from '@tanstack/react-router'
import { NotAllowedPage } from '../features/shell/NotFoundPage.tsx'

export const Route = createFileRoute('/401')({ component: NotAllowedPage })
