import { createFileRoute } from '@tanstack/react-router'
import { NotAllowedPage } from '../ui/NotAllowedPage.tsx'

export const Route = createFileRoute('/401')({ component: NotAllowedPage })
