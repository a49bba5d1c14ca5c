import { createFileRoute } from '@tanstack/react-router'
import { needSeller } from '../features/shell/guards.ts'

/** Parent of every screen that needs a seller token. */
export const Route = createFileRoute('/_signedIn')({ beforeLoad: needSeller })
