import type { OutboxItem } from '../../../client/outbox/items.ts'
import { ApiError } from '../../../client/calls/index.ts'

/** The server's no to an item, as a call would have thrown it. */
export const refusalOf = ({ error }: OutboxItem): ApiError | null =>
  error?.kind === 'server' ? new ApiError(error) : null
