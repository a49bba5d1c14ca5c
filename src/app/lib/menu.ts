import { queryOptions, useQuery } from '@tanstack/react-query'
import { send, type AnswerOf } from '../../client/calls/index.ts'
import { sellerToken, signInEnded } from '../../client/session/index.ts'
import { useStore } from './useStore.ts'

export type MenuRoute = AnswerOf<'getRouters'>[number]

/** Fetched after signing in; kept for the account, so that an offline start has it too. */
export const menuQuery = queryOptions({
  queryKey: ['menu'],
  queryFn: ({ signal }) => send('getRouters', {}, { signal }),
  staleTime: 5 * 60_000,
})

/**
 * The groups of the menu from the server: the top menu, then the user centre, then the desk. `undefined` for a visitor,
 * and until it is here. Under a page whose sign-in has ended it stays.
 */
export function useMenu(): readonly MenuRoute[] | undefined {
  const token = useStore(sellerToken)
  const stays = useStore(signInEnded)
  const { data } = useQuery({ ...menuQuery, enabled: token !== null })
  return token === null && !stays ? undefined : data
}

/** Every screen of it, hidden ones too. */
export const screensOf = (menu: readonly MenuRoute[]): MenuRoute[] =>
  menu.flatMap((route) => (route.children.length > 0 ? screensOf(route.children) : [route]))

export const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? ''
