import { createFileRoute } from '@tanstack/react-router'
import { AllLotsPage } from '../features/reading/AllLotsPage.tsx'

export const Route = createFileRoute('/home/list')({ component: AllLotsPage })
