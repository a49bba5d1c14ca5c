import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { send } from '../../lib/api/index.ts'
import { currentAccount, endSession } from '../../lib/session/index.ts'
import { forget } from '../../storage/remembered.ts'

/** Signs out: the server is told, and whether or not it hears, everything of this person leaves the device (spec §4, design §5). */
export function useQuit(): () => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    const account = currentAccount()
    // The token has to travel before it goes; an answer is not waited for.
    void send('logout', {}).catch(() => null)
    endSession()
    client.clear()
    if (account !== null) await forget(account)
    await router.navigate({ to: '/login' })
  }
}
