/** Eases in and out, for a smooth start and end. */
const ease = (t: number): number => (t < 0.5 ? 2 * t * t : 1 - (-2 * t + 2) ** 2 / 2)

/**
 * Scrolls to the top in 800 ms (spec §9, on a page change); at once under reduced motion. A wheel, a key or a press
 * stops it, so that nothing moves under the pointer.
 */
export function scrollToTop(ms = 800): void {
  const from = window.scrollY
  if (from === 0) return
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return window.scrollTo(0, 0)
  const begun = performance.now()
  let stopped = false
  const stop = (): void => {
    stopped = true
  }
  const events = ['wheel', 'pointerdown', 'keydown'] as const
  for (const event of events) window.addEventListener(event, stop, { once: true, passive: true })
  const step = (now: number): void => {
    const part = Math.min(1, (now - begun) / ms)
    if (!stopped) window.scrollTo(0, from * (1 - ease(part)))
    if (part < 1 && !stopped) requestAnimationFrame(step)
    else for (const event of events) window.removeEventListener(event, stop)
  }
  requestAnimationFrame(step)
}
