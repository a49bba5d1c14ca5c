import { createFileRoute } from '@tanstack/react-router'
import { SchedulePage } from '../features/operator/sales/SchedulePage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/schedules/$scheduleId')({ component: SchedulePage })
