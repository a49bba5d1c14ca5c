import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { StrictMode, useEffect, type ReactNode } from 'react'
import { Broken } from '../features/shell/Broken.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { createStore } from '../../client/store.ts'
import { useStore } from '../lib/useStore.ts'
import { Guard } from '../ui/Guard.tsx'
import { Home } from './Home.tsx'

const shown = createStore<ReactNode>(<Home />)
/**
 * What stands in the frame: the home page, or all pages once the router is here. A page that the server wrote begins
 * with what it is by then.
 */
export const screen = { ...shown, first: shown.get }

interface Props {
  readonly client: QueryClient
  /** The page stands, and does what it shows. */
  readonly onReady: () => void
}

/** The same on the server and here: what one writes the other takes over. */
export function App({ client, onReady }: Props) {
  const page = useStore(screen)
  useEffect(onReady, [onReady])
  return (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <Guard fallback={(error) => <Broken error={error} />}>
            <Shell>{page}</Shell>
          </Guard>
        </QueryClientProvider>
      </I18nProvider>
    </StrictMode>
  )
}
