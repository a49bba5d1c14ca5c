import { useRef, useState } from 'react'

/**
 * Runs one call of the work at a time: a second press meanwhile does nothing, even before the button is drawn as busy.
 * The work must report its own errors.
 */
export function useOnce<A extends readonly unknown[]>(
  work: (...args: A) => Promise<void>,
): readonly [busy: boolean, run: (...args: A) => void] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = async (...args: A): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work(...args)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return [busy, (...args) => void run(...args)]
}
