const AT_THE_LATEST_MS = 3_000

/**
 * When the page is here with all it shows, for `quietMs` now, and has nothing better to do. One thing after the other:
 * `act` fetches.
 */
export function whenQuiet(act: () => Promise<void>, quietMs: number): void {
  const soon = (): void => void setTimeout(() => whenIdle(() => void act().catch(() => null)), quietMs)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}

/** Ends a task in which much was done already: whoever pressed something meanwhile is heard. */
export const yieldTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** Safari has no word for it. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, 200)
  else requestIdleCallback(act, { timeout: AT_THE_LATEST_MS })
}
