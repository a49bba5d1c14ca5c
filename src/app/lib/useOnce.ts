import { useRef, useState } from 'react'

/**
 * Work that runs once at a time: a second press while the first is under way does nothing, even one that comes before
 * the button has been drawn as busy. The work says itself what went wrong.
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
