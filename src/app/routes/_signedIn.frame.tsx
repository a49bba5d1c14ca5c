import { createFileRoute } from '@tanstack/react-router'
import { FramePage } from '../features/frame/FramePage.tsx'
import { frameSearch } from '../features/frame/search.ts'

export const Route = createFileRoute('/_signedIn/frame')({ validateSearch: frameSearch, component: FramePage })
