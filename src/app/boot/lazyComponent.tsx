import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { wholeLocale } from '../lib/i18n/index.ts'
import { fetchPart, isMissingPart } from './pwa/missingPart.ts'
import { Guard } from '../ui/Guard.tsx'
import { MissingPart } from '../ui/MissingPart.tsx'

interface Options {
  /** In its place while it is on its way. */
  readonly meanwhile?: ReactNode
  /** Nobody asked for it by hand: that it has not come is not told, it just comes when the link is back. */
  readonly unasked?: boolean
}
type LaterPart<P> = ComponentType<P> & {
  /** Ahead of its being shown. What does not come is asked for again when it is. */
  readonly fetch: () => Promise<void>
}

/**
 * A part of a page that is fetched when it is shown. One that does not come leaves the page around it standing, and is
 * asked for again in its place.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { meanwhile = null, unasked = false }: Options = {},
): LaterPart<P> {
  const begin = () => ({ Part: lazy(() => fetchPart(load).then((part) => ({ default: part }))) })
  let newest = begin()
  function Later(props: P) {
    const [tried, setTried] = useState(newest)
    const again = (): void => {
      newest = begin()
      setTried(newest)
    }
    const told = (error: unknown): ReactNode => {
      // A part that broke is for whoever keeps the page.
      if (!isMissingPart(error)) throw error
      return <MissingPart error={error} unasked={unasked} onRetry={again} />
    }
    return (
      <Guard about={tried} fallback={told}>
        <Suspense fallback={meanwhile}>
          <tried.Part {...props} />
        </Suspense>
      </Guard>
    )
  }
  return Object.assign(Later, {
    fetch: () =>
      load().then(
        () => undefined,
        () => undefined,
      ),
  })
}

const soon: (() => Promise<void>)[] = []
/**
 * What stands in the frame around all pages, with its words: fetched once the page is quiet, for by then the link may
 * be gone.
 */
export function shellComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  options?: Options,
): LaterPart<P> {
  const part = lazyComponent<P>(async () => {
    const [loaded] = await Promise.all([load(), wholeLocale()])
    return loaded
  }, options)
  soon.push(part.fetch)
  return part
}
export async function fetchFrame(): Promise<void> {
  // One after the other: each takes a task of its own, and none stands in the way of what somebody asks for.
  for (const fetch of soon) await fetch()
}
