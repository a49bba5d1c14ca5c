import { useQuery } from '@tanstack/react-query'
import { hasPermission } from '../../../lib/permissions.ts'
import { useSignedIn } from '../../../lib/user.ts'
import { verifyingQuery, waitingQuery } from './queries.ts'

/** Number of contracts behind a menu entry that wait for the reader; 0 for all other entries. */
export function useWaiting(entry: string): number {
  const who = useSignedIn()
  const user = who.kind === 'user' ? who.user : null
  const own = useQuery({ ...waitingQuery, enabled: entry === 'UserContract' && user !== null && user.company !== null })
  const verifying = useQuery({
    ...verifyingQuery,
    enabled: entry === 'DeskContracts' && user !== null && hasPermission(user, 'trade:contract:verify'),
  })
  if (entry === 'UserContract') return own.data?.total ?? 0
  return entry === 'DeskContracts' ? (verifying.data?.total ?? 0) : 0
}
