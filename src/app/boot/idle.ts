const AT_THE_LATEST_MS = 3_000

/** Runs `act` when the page is loaded and has been quiet for `quietMs`. Sequential, because `act` fetches. */
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

/** Safari has no word for it. */
function whenIdle(act: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(act, 200)
  else requestIdleCallback(act, { timeout: AT_THE_LATEST_MS })
}
