import type { Impairment } from '../ports.ts'
import type { FileStore } from './store.ts'

/** Load balancers ask every few seconds, and each node. */
const KNOWN_MS = 5_000

/**
 * Says whether files cannot be reached. The node stays ready: every node would lack them alike, and bids go on without
 * them.
 */
export function impairment(
  fileStore: Pick<FileStore, 'check'>,
  now: () => number = () => performance.now(),
): () => Promise<readonly Impairment[]> {
  let known: { readonly at: number; readonly impaired: Promise<readonly Impairment[]> } | null = null
  return () => {
    if (known === null || now() - known.at >= KNOWN_MS)
      known = {
        at: now(),
        impaired: fileStore.check().then(
          () => [],
          (error: unknown) => [{ lacks: 'files', message: error instanceof Error ? error.message : String(error) }],
        ),
      }
    return known.impaired
  }
}
