import type { ReactNode } from 'react'
import { MendingGuard } from '../../../ui/mending/MendingGuard.tsx'

/**
 * A part of the room, an element of its own. Where another program has changed it, it alone is set up anew: what is open
 * or typed beside it stays.
 */
export const Mends = ({ children }: { readonly children: ReactNode }) => (
  <MendingGuard fallback={passOn}>{children}</MendingGuard>
)

/** The boundary above shows any other error. */
const passOn = (error: unknown): never => {
  throw error
}
