import { i18n } from '@lingui/core'
import { describeError } from '../../client/calls/describe.ts'
import { notify } from './toast.ts'

/** A failed deed, told for 5 seconds. The same words again take the place of the first. */
export function notifyError(error: unknown): void {
  const described = describeError(error, i18n)
  notify({ ...described, key: described.title })
}
