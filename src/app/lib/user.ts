import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf } from '../../client/calls/index.ts'
import { useStore } from './useStore.ts'
import { useClient } from './client.ts'
import { clientOf } from './client.ts'

export type User = AnswerOf<'getUserInfo'>

/** Offline, the cached copy of this account is used: only a 401 means that the sign-in has ended (design §5). */
export const userQuery = queryOptions({
  queryKey: ['user'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('getUserInfo', {}, { signal }),
  staleTime: 5 * 60_000,
})

/** The reader: a visitor, an account whose details are loading, or a known account. */
export type Who =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'user'; readonly user: User }

/** The reader of a page. It stays the same while the page stays on screen after its sign-in has ended by itself. */
export function useWho(): Who {
  const client = useClient()
  const token = useStore(client.session.token)
  const stays = useStore(client.session.ended)
  // The sign-in may end before the device has delivered the account, so the copy is read in that state too.
  const { data, isPending } = useQuery({ ...userQuery, enabled: token !== null || stays })
  if (token === null && !(stays && (data || isPending))) return { kind: 'visitor' }
  return data ? { kind: 'user', user: data } : { kind: 'unknown' }
}

/** The account that is signed in now, for the shell around the pages. */
export function useSignedIn(): Who {
  const client = useClient()
  const who = useWho()
  return useStore(client.session.token) === null ? { kind: 'visitor' } : who
}
