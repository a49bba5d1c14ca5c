import { queryOptions, useQuery } from '@tanstack/react-query'
import { type AnswerOf } from '../../client/calls/index.ts'
import { useStore } from './useStore.ts'
import { useClient } from './client.ts'
import { clientOf } from './client.ts'

export type MenuRoute = AnswerOf<'getRouters'>[number]

/** Fetched after sign-in, and cached for the account, so that it is there after an offline start. */
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('getRouters', {}, { signal }),
  staleTime: 5 * 60_000,
})

/**
 * The menu's groups from the server: the top menu, the user centre, the operator's screens. `undefined` for a visitor,
 * and until it is loaded. It stays while a page's sign-in has ended.
 */
export function useMenu(): readonly MenuRoute[] | undefined {
  const client = useClient()
  const token = useStore(client.session.token)
  const stays = useStore(client.session.ended)
  const { data } = useQuery({ ...menuQuery, enabled: token !== null })
  return token === null && !stays ? undefined : data
}

/** All screens of the menu, hidden ones included. */
export const screensOf = (menu: readonly MenuRoute[]): MenuRoute[] =>
  menu.flatMap((route) => (route.children.length > 0 ? screensOf(route.children) : [route]))

export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''
