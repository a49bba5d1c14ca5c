import { useEffect, useRef } from 'react'

/** A label that changed under the finger was not read. */
const READ_MS = 400

/** Says whether what is shown has stood long enough to have been meant by a press now. */
export function useSteady(shown: number | null): () => boolean {
  const since = useRef<{ shown: number | null; at: number }>({ shown, at: Number.NEGATIVE_INFINITY })
  useEffect(() => {
    if (since.current.shown !== shown) since.current = { shown, at: performance.now() }
  }, [shown])
  return () => performance.now() - since.current.at >= READ_MS
}
