import { useLingui } from '@lingui/react/macro'
import { describeError, type Described } from '../../client/calls/describe.ts'

/** A failed call in words, for the place where its answer should have stood. */
export function useProblem(): (error: unknown) => Described {
  const { i18n } = useLingui()
  return (error) => describeError(error, i18n)
}
