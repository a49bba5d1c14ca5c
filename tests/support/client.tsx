import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ClientProvider, Queries } from '../../src/app/lib/client.ts'
import { i18nOf, needTexts, wholeLocale, type Part } from '../../src/app/lib/i18n/index.ts'
import { createClient, type Client } from '../../src/client/client.ts'
import { browserPorts } from '../../src/client/ports/browser.ts'
import { memoryCookies, withoutBrowser } from '../../src/client/ports/memory.ts'
import type { ClientPorts } from '../../src/client/ports/ports.ts'

/** The client of a page in the test's browser, in English and without texts. */
export function pageClient(ports: Partial<ClientPorts> = {}): Client {
  const client = createClient({ ...browserPorts(), locale: 'en', ...ports })
  i18nOf(client).loadAndActivate({ locale: client.locale, messages: {} })
  return client
}

/** The same in Chinese, with its texts. */
export async function chineseClient(...parts: readonly Part[]): Promise<Client> {
  const client = createClient({ ...browserPorts(), locale: 'zh' })
  await wholeLocale(client)
  for (const part of parts) await needTexts(client, part)
  return client
}

interface NodeClient extends Partial<ClientPorts> {
  readonly jar?: Readonly<Record<string, string>>
}

/** A client without a browser, of the page `https://sale.example`. */
export const nodeClient = ({ jar = {}, ...ports }: NodeClient = {}): Client =>
  createClient({
    ...withoutBrowser(),
    cookies: memoryCookies(jar),
    origin: 'https://sale.example',
    locale: 'zh',
    fetch: (input, init) => globalThis.fetch(input, init),
    socket: null,
    clock: {
      now: () => Date.now(),
      monotonic: () => performance.now(),
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    random: Math.random,
    ...ports,
  })

interface Props {
  readonly client: Client
  readonly queries?: Queries
  readonly children: ReactNode
}

/** The providers that `App` puts around every page. */
export const InClient = ({ client, queries = new Queries(client), children }: Props) => (
  <ClientProvider value={client}>
    <I18nProvider i18n={i18nOf(client)}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </I18nProvider>
  </ClientProvider>
)
