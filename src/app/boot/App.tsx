import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect, type ReactNode } from 'react'
import type { Client } from '../../client/client.ts'
import { createStore, type Store } from '../../client/store.ts'
import { Broken } from '../features/shell/Broken.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { ClientProvider, type Queries } from '../lib/client.ts'
import { i18nOf } from '../lib/i18n/i18n.ts'
import { useStore } from '../lib/useStore.ts'
import { Guard } from '../ui/Guard.tsx'
import { Home } from './Home.tsx'

/**
 * The shell's content: the home page, or all pages once the router is loaded. A server-written page begins with its own
 * content.
 */
export const screenOf = (client: Client): Store<ReactNode> => client.part(createScreen)

function createScreen(): Store<ReactNode> {
  const shown = createStore<ReactNode>(<Home />)
  return { ...shown, first: shown.get }
}

interface Props {
  readonly queries: Queries
  /** The page is drawn and reacts to input. */
  readonly onReady: () => void
}

/** Server and browser render the same tree, so that hydration matches. */
export function App({ queries, onReady }: Props) {
  const { client } = queries
  const page = useStore(screenOf(client))
  useEffect(onReady, [onReady])
  return (
    <StrictMode>
      <ClientProvider value={client}>
        <I18nProvider i18n={i18nOf(client)}>
          <QueryClientProvider client={queries}>
            <Guard fallback={(error, reset) => <Broken error={error} reset={reset} />}>
              <Shell>{page}</Shell>
            </Guard>
          </QueryClientProvider>
        </I18nProvider>
      </ClientProvider>
    </StrictMode>
  )
}
