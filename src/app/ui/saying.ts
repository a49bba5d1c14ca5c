import { createContext } from 'react'

/**
 * The page's own voice for screen readers. Where there is one, a control gives its words to it; where there is none
 * (`null`), it has a live region of its own.
 */
export const Saying = createContext<((text: string) => void) | null>(null)
