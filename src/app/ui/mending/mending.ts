import { useEffect, useState } from 'react'
import { useClient } from '../../lib/client.ts'

/** Another program, such as a translator, took nodes out of the page that React wants to remove or write beside. */
export const isForeign = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotFoundError' || error.name === 'HierarchyRequestError')

export const MEND_MS = 50
/** What fails more often within the time has another fault. */
export const MENDS_MOST = 5
export const MENDS_WITHIN_MS = 10_000

/** Counts the mends of the last seconds. */
function createMends() {
  let left = MENDS_MOST
  return {
    areLeft: () => left > 0,
    note: () => {
      left -= 1
      setTimeout(() => {
        left += 1
      }, MENDS_WITHIN_MS)
    },
  }
}

/** Sets content up anew, by `reset`, that failed because another program changed the page; true until then. */
export function useMending(error: unknown, reset: () => void): boolean {
  const mends = useClient().part(createMends)
  const [isMending] = useState(() => isForeign(error) && mends.areLeft())
  useEffect(() => {
    if (!isMending) return undefined
    mends.note()
    const timer = setTimeout(reset, MEND_MS)
    return () => clearTimeout(timer)
  }, [isMending, mends, reset])
  return isMending
}
