import { queryOptions } from '@tanstack/react-query'
import { send, type AnswerOf } from '../../../../client/calls/index.ts'

export type Profile = AnswerOf<'profileInfo'>

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => send('profileInfo', {}, { signal }),
})
