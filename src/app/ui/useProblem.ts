import { useLingui } from '@lingui/react/macro'
import { describeError } from '../lib/api/describe.ts'

/** A failed call in words, for the place where its answer should have stood. */
export function useProblem(): (error: unknown) => string {
  const { i18n } = useLingui()
  return (error) => describeError(error, i18n).title
}
