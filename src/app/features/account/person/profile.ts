import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf } from '../../../../client/calls/index.ts'
import { clientOf } from '../../../lib/client.ts'

export type Profile = AnswerOf<'profileInfo'>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('profileInfo', {}, { signal }),
})
