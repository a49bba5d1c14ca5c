import { useEffect, useState } from 'react'
import { useClient } from '../lib/client.ts'

/** A press that has no answer after this long says so, ms. */
const UNANSWERED_MS = 5_000

/** Whether the work that runs while `busy` has been without an answer for five seconds. */
export function useUnanswered(busy: boolean): boolean {
  const { clock } = useClient().ports
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!busy) return
    const stop = clock.after(UNANSWERED_MS, () => setLate(true))
    return () => {
      stop()
      setLate(false)
    }
  }, [busy, clock])
  return busy && late
}
