import { forgetOldDrafts } from '../storage/draftPorts.ts'
import { forgetOld } from '../storage/remembered.ts'
import { watchInstall } from './install.ts'
import { holdRouterBack } from './missingPart.ts'

/** What must listen from the first moment; everything else waits until the page is there. */
export function startPwa(): void {
  watchInstall()
  holdRouterBack(window, sessionStorage)
  // The dev server's files are not the build's.
  if (!import.meta.env.PROD) return
  if (document.readyState === 'complete') whenIdle(begin)
  else window.addEventListener('load', () => whenIdle(begin), { once: true })
}

const whenIdle = (run: () => void): void => {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 3_000 })
  else setTimeout(run, 500)
}

async function later(): Promise<void> {
  await Promise.allSettled([forgetOld(Date.now()), forgetOldDrafts()])
  if (!('serviceWorker' in navigator)) return
  const { register } = await import('./register.ts')
  await register()
}

/** Whatever of it fails is tried again at the next visit. */
const begin = (): void => void later().catch(() => null)
