import type { Manifest } from './release.ts'

declare global {
  interface ServiceWorkerGlobalScope {
    readonly __WB_MANIFEST: Manifest
  }
  /** https://wicg.github.io/background-sync/spec/ */
  interface SyncEvent extends ExtendableEvent {
    readonly tag: string
  }
  interface ServiceWorkerGlobalScopeEventMap {
    sync: SyncEvent
  }
}
