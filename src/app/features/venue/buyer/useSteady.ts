import { useEffect, useRef } from 'react'

/** A label that changed less than this before the press was not read. */
const READ_MS = 400

/** Whether the price has been on screen long enough for the buyer to have read it before the press. */
export function useSteady(shown: number | null): () => boolean {
  const since = useRef<{ shown: number | null; at: number }>({ shown, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (since.current.shown !== shown) since.current = { shown, at: performance.now() }
  }, [shown])
  return () => performance.now() - since.current.at >= READ_MS
}
