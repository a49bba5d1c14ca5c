import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endSession, sellerToken } from '../../../client/session/index.ts'
import { useStore } from '../../lib/useStore.ts'
import { navigate, pathTo } from '../../boot/navigation/index.ts'

const fetchQuit = () => import('./signOut.ts')

/**
 * Signs out. What that takes is on the device before anybody asks for it, but nobody waits for it to read the sales.
 */
export function useQuit(): () => Promise<void> {
  const client = useQueryClient()
  const signedIn = useStore(sellerToken) !== null
  useEffect(() => {
    if (signedIn) void fetchQuit().catch(() => null)
  }, [signedIn])
  return async () => {
    const { signOut } = await fetchQuit().catch(() => ({ signOut: null }))
    if (signOut) return signOut(client)
    // That file never came: whoever wants to leave leaves all the same; what was kept is sealed to his account.
    endSession()
    client.clear()
    await navigate(pathTo('/login'))
  }
}
