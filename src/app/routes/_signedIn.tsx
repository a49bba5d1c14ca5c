import { createFileRoute } from '@tanstack/react-router'
import { needSeller } from '../features/shell/guards.ts'

/** Every screen that takes a seller token stands below this. */
export const Route = createFileRoute('/_signedIn')({ beforeLoad: needSeller })
