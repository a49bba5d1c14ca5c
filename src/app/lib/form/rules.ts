import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type * as z from 'zod'
import type { FormText } from '../../../contract/people.ts'
import { formTexts } from '../../../texts/forms.ts'
import { ApiError } from '../../../client/calls/index.ts'
import { Refused } from '../../../client/uploads/refused.ts'
import { describeError, type Described } from '../../../client/calls/describe.ts'

/** An error of a field, in words; `key` is '' for an error of the whole form. */
export interface FormError {
  readonly key: string
  readonly text: string
  /** Present if the error is a failed call. */
  readonly problem?: Described
}

const WRONG = msg`Please check this entry.`
const NOT_ACCEPTED = msg`The server did not accept this entry.`

const isFormText = (key: string): key is FormText => Object.hasOwn(formTexts, key)
const textOf = (key: string, fallback: MessageDescriptor): MessageDescriptor =>
  isFormText(key) ? formTexts[key] : fallback

/** The first error of each field, in the order of the schema. */
export function errorsOf(schema: z.ZodType, value: unknown, i18n: I18n): readonly FormError[] {
  const result = schema.safeParse(value)
  if (result.success) return []
  return firstOfEach(
    result.error.issues.map((issue) => ({
      key: String(issue.path[0] ?? ''),
      text: i18n._({
        ...textOf(issue.message, WRONG),
        ...(issue.code === 'custom' && issue.params && { values: issue.params }),
      }),
    })),
  )
}

/**
 * The server's errors at the fields that it names (`body.x`, `body.part.x`); any other error at field `at`, or at the
 * whole form.
 */
export function errorsFrom(error: unknown, known: (key: string) => boolean, i18n: I18n, at = ''): readonly FormError[] {
  const located = error instanceof ApiError ? error.errors : []
  const found = located.flatMap(({ path, code, value = '' }) => {
    const key = path.split('.').slice(1, 3).find(known)
    return key !== undefined ? [{ key, text: i18n._({ ...textOf(code, NOT_ACCEPTED), values: { value } }) }] : []
  })
  if (found.length > 0) return firstOfEach(found)
  if (error instanceof Refused) return [{ key: at, text: i18n._(error.complaint) }]
  const problem = describeError(error, i18n)
  // What link or system failed at is no field's fault.
  return [{ key: problem.passing ? '' : at, text: problem.title, problem }]
}

const firstOfEach = (errors: readonly FormError[]): readonly FormError[] =>
  errors.filter(({ key }, at) => errors.findIndex((error) => error.key === key) === at)
