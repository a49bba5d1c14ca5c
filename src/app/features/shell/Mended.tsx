import type { ReactNode } from 'react'
import { useMending } from '../../ui/mending/mending.ts'

interface Props {
  readonly error: unknown
  /** Sets the page up anew. */
  readonly reset: () => void
  /** What is shown when that does not help. */
  readonly children: ReactNode
}

/** In place of a page that another program, such as a translator, changed: it is set up anew at once. */
export const Mended = ({ error, reset, children }: Props): ReactNode => (useMending(error, reset) ? null : children)
