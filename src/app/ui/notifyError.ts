import type { Client } from '../../client/client.ts'
import { describeError } from '../../client/calls/describe.ts'
import { i18nOf } from '../lib/i18n/i18n.ts'
import { notify } from './toast.ts'

/** Shows the error of a failed action for 5 seconds. The same message replaces its predecessor. */
export function notifyError(client: Client, error: unknown): void {
  const described = describeError(error, i18nOf(client))
  notify(client, { ...described, key: described.title })
}
