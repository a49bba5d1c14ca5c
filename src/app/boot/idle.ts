const AT_THE_LATEST_MS = 3_000

/** Runs `act` at the first idle moment, `quietMs` after the page is loaded. */
export function whenQuiet(act: () => Promise<void>, quietMs: number): void {
  const soon = (): void => void setTimeout(() => whenIdle(() => void act().catch(() => null)), quietMs)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}

/** Ends a long task, so that pending input is handled. */
export const yieldTask = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve)
  })

/** Safari has no `requestIdleCallback`. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, 200)
  else requestIdleCallback(act, { timeout: AT_THE_LATEST_MS })
}
