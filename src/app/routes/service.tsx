import { createFileRoute } from '@tanstack/react-router'
import { ServicePage } from '../features/reading/ServicePage.tsx'

export const Route = createFileRoute('/service')({ component: ServicePage })
