import { createContext, use } from 'react'
import type { Described } from '../../client/calls/describe.ts'

/** A modal dialog covers all notices, and a screen reader hears none behind it. */
export const InDialog = createContext(false)

/** Whether a notice of 5 seconds tells the problem, so that the form that shows it stays silent. */
export function usePassing(problem: Described | undefined): boolean {
  const covered = use(InDialog)
  return problem?.passing === true && !covered
}
