import type { PrecacheEntry } from 'workbox-precaching'

declare global {
  interface ServiceWorkerGlobalScope {
    readonly __WB_MANIFEST: (PrecacheEntry | string)[]
  }
}
