import { createFileRoute } from '@tanstack/react-router'
import { RoomsPage } from '../features/operator/rooms/RoomsPage.tsx'

export const Route = createFileRoute('/_signedIn/_centre/desk/rooms')({ component: RoomsPage })
