import type { Manifest } from './release.ts'

declare global {
  interface ServiceWorkerGlobalScope {
    readonly __WB_MANIFEST: Manifest
  }
}
