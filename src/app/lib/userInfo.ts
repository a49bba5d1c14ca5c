import { hashKey } from '@tanstack/react-query'
import type { Queries } from './client.ts'
import { userQuery, type User } from './user.ts'

const KEY = 'user-info'
/** Spec §3: the sex that follows from a title. */
const SEX = { Miss: 'miss', 'Mr.': 'male', 'Mrs.': 'woman' } as const

/**
 * Keeps the local record of the signed-in person (spec §3, Seller user info) equal to the server's answer, from now on.
 * The record is cleared with the session, as everything else on the device's local storage is.
 */
export function watchUserInfo(queries: Queries): void {
  const { session, ports } = queries.client
  // Answers that are older than the end of a sign-in say nothing any more.
  const keep = (user: User): void => {
    if (session.status().signedIn) ports.storage.setItem(KEY, recordOf(user))
  }
  const known = queries.getQueryData(userQuery.queryKey)
  if (known) keep(known)
  const hash = hashKey(userQuery.queryKey)
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.query.queryHash !== hash) return
    keep(event.query.state.data as User)
  })
}

function recordOf({ appellationName, name }: User): string {
  return JSON.stringify({ appellationName, sex: appellationName && SEX[appellationName], name })
}
