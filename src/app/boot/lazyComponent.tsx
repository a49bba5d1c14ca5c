import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { wholeLocale } from '../lib/i18n/index.ts'
import { fetchPart, isMissingPart } from './pwa/missingPart.ts'
import { Guard } from '../ui/Guard.tsx'
import { MissingPart } from '../ui/MissingPart.tsx'
import type { Client } from '../../client/client.ts'
import { useClient } from '../lib/client.ts'

/** Between two loads of a chunk that does not come although the link works. */
const FIRST_WAIT_MS = 4_000
const LONGEST_WAIT_MS = 60_000

interface Options {
  /** Shown while the chunk loads. */
  readonly meanwhile?: ReactNode
  /** The chunk is prefetched without a user action: a failure is hidden, and retried when the link is back. */
  readonly unasked?: boolean
}
type LaterPart<P> = ComponentType<P> & {
  /** Prefetches the chunk. A failed fetch is retried when the component is shown. */
  readonly fetch: (client: Client) => Promise<void>
}

/**
 * A component whose chunk is fetched when it is shown. If the fetch fails, the rest of the page stays intact and the
 * component offers a retry in its place.
 */
export function lazyComponent<P extends object>(
  load: (client: Client) => Promise<ComponentType<P>>,
  { meanwhile = null, unasked = false }: Options = {},
): LaterPart<P> {
  const begin = (client: Client) => ({
    Part: lazy(() => fetchPart(client, () => load(client)).then((part) => ({ default: part }))),
  })
  const createTry = (client: Client) => ({ newest: begin(client), waitMs: FIRST_WAIT_MS })
  function Later(props: P) {
    const client = useClient()
    const tries = client.part(createTry)
    const [tried, setTried] = useState(tries.newest)
    const again = (): void => {
      tries.newest = begin(client)
      tries.waitMs = Math.min(2 * tries.waitMs, LONGEST_WAIT_MS)
      setTried(tries.newest)
    }
    const renderFallback = (error: unknown): ReactNode => {
      // An error thrown by the component itself belongs to the page's boundary.
      if (!isMissingPart(error)) throw error
      return <MissingPart error={error} unasked={unasked} waitMs={tries.waitMs} onRetry={again} />
    }
    return (
      <Guard about={tried} fallback={renderFallback}>
        <Suspense fallback={meanwhile}>
          <tried.Part {...props} />
        </Suspense>
      </Guard>
    )
  }
  return Object.assign(Later, {
    fetch: (client: Client) =>
      load(client).then(
        () => undefined,
        () => undefined,
      ),
  })
}

/**
 * A component of the shell, with its texts. `fetchFrame` fetches it once the page is quiet, because the link may be
 * gone when it is needed.
 */
export const shellComponent = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  options?: Options,
): LaterPart<P> =>
  lazyComponent<P>(async (client: Client) => {
    const [loaded] = await Promise.all([load(), wholeLocale(client)])
    return loaded
  }, options)
