import { useLingui } from '@lingui/react/macro'
import { describeError, type Described } from '../../client/calls/describe.ts'

/** Describes a failed call, for display where its answer should have been. */
export function useProblem(): (error: unknown) => Described {
  const { i18n } = useLingui()
  return (error) => describeError(error, i18n)
}
