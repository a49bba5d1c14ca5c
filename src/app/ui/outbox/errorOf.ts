import type { OutboxItem } from '../../../client/outbox/items.ts'
import { ApiError } from '../../../client/calls/index.ts'

/** The server's refusal of an item, as the `ApiError` that a call would have thrown. */
export const refusalOf = ({ error }: OutboxItem): ApiError | null =>
  error?.kind === 'server' ? new ApiError(error) : null
