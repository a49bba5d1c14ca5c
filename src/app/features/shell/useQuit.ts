import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endSession, sellerToken } from '../../lib/session/index.ts'
import { useStore } from '../../lib/useStore.ts'
import { go, pathTo } from '../../lib/way/index.ts'

const fetchQuit = () => import('./quit.ts')

/** Signs out. What that takes is on the device before anybody asks for it, but nobody waits for it to read the sales. */
export function useQuit(): () => Promise<void> {
  const client = useQueryClient()
  const signedIn = useStore(sellerToken) !== null
  useEffect(() => {
    if (signedIn) void fetchQuit().catch(() => null)
  }, [signedIn])
  return async () => {
    const { quit } = await fetchQuit().catch(() => ({ quit: null }))
    if (quit) return quit(client)
    // That file never came: whoever wants to leave leaves all the same; what was kept is sealed to his account.
    endSession()
    client.clear()
    await go(pathTo('/login'))
  }
}
