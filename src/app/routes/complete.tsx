import { createFileRoute } from '@tanstack/react-router'
import { CompletePage } from '../features/account/person/CompletePage.tsx'

export const Route = createFileRoute('/complete')({ component: CompletePage })
