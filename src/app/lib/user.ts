import { queryOptions, useQuery } from '@tanstack/react-query'
import { send, type AnswerOf } from '../../client/calls/index.ts'
import { sellerToken, signInEnded } from '../../client/session/index.ts'
import { useStore } from './useStore.ts'

export type User = AnswerOf<'getUserInfo'>

/** Without a network the one kept for this account serves: only a 401 is a failed login (design §5). */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ signal }) => send('getUserInfo', {}, { signal }),
  staleTime: 5 * 60_000,
})

/** Who is here: nobody, somebody whose details are still coming, or somebody known. */
export type Who =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'user'; readonly user: User }

/** The reader of a page. It stays the same while a sign-in that ended by itself leaves its page on the screen. */
export function useWho(): Who {
  const token = useStore(sellerToken)
  const stays = useStore(signInEnded)
  const { data } = useQuery({ ...userQuery, enabled: token !== null })
  if (token === null && !(stays && data)) return { kind: 'visitor' }
  return data ? { kind: 'user', user: data } : { kind: 'unknown' }
}

/** The account that is signed in now, for the frame around the pages. */
export function useSignedIn(): Who {
  const who = useWho()
  return useStore(sellerToken) === null ? { kind: 'visitor' } : who
}
