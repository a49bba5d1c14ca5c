import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../features/operator/SettingsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/settings')({ component: SettingsPage })
