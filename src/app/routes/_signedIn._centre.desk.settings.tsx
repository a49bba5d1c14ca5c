import { createFileRoute } from '@tanstack/react-router'
import { SettingsPage } from '../features/desk/SettingsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/settings')({ component: SettingsPage })
