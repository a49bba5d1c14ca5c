import { useEffect, useRef } from 'react'

/** A label that changed under the finger was not read. */
const READ_MS = 400

/** Whether the price has been on screen long enough for a press to mean it. */
export function useSteady(shown: number | null): () => boolean {
  const since = useRef<{ shown: number | null; at: number }>({ shown, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (since.current.shown !== shown) since.current = { shown, at: performance.now() }
  }, [shown])
  return () => performance.now() - since.current.at >= READ_MS
}
