import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useStore } from '../../lib/useStore.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'
import { useClient } from '../../lib/client.ts'

const fetchQuit = () => import('./signOut.ts')

/** Signs out. The code is prefetched, but after the sales are shown. */
export function useSignOut(): () => Promise<void> {
  const client = useClient()
  const queries = useQueryClient()
  const signedIn = useStore(client.session.token) !== null
  useEffect(() => {
    if (signedIn) void fetchQuit().catch(() => null)
  }, [signedIn])
  return async () => {
    const { signOut } = await fetchQuit().catch(() => ({ signOut: null }))
    if (signOut) return signOut(client, queries)
    // Without the code the session still ends; stored data stays sealed to its account.
    client.session.end()
    queries.clear()
    await navigate(client, pathTo('/login'))
  }
}
