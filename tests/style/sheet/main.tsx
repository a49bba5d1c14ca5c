import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient, type Client } from '../../../src/client/client.ts'
import { browserPorts } from '../../../src/client/ports/browser.ts'
import { HTML_LANG, needTexts, wholeLocale, type Locale } from '../../../src/app/lib/i18n/index.ts'
import '../../../src/app/ui/base.css'
import { InClient } from '../../support/client.tsx'
import { NOW } from './samples.ts'
import { Sheet } from './Sheet.tsx'

/** Parameters of the address: `?lang=en&scheme=dark&part=dialog`. */
const wish = new URLSearchParams(location.search)
const locale: Locale = wish.get('lang') === 'en' ? 'en' : 'zh'
const scheme = wish.get('scheme')

/** A client whose clock stands still and whose calls never return, so that every picture is the same. */
async function clientFor(offline: boolean): Promise<Client> {
  const ports = browserPorts()
  const clock = { now: () => NOW, monotonic: () => 0, after: () => () => undefined }
  const client = createClient({ ...ports, locale, clock, send: () => new Promise(() => undefined) })
  await wholeLocale(client)
  await needTexts(client, 'people')
  await needTexts(client, 'venue')
  client.link.override(offline ? { kind: 'offline', since: NOW } : { kind: 'online' })
  return client
}

const [client, offline] = await Promise.all([clientFor(false), clientFor(true)])
document.documentElement.lang = HTML_LANG[locale]
if (scheme === 'light' || scheme === 'dark') document.documentElement.style.colorScheme = scheme
const root = document.getElementById('root')
if (!root) throw new Error('the sheet has no #root')
createRoot(root).render(
  <StrictMode>
    <InClient client={client}>
      <Sheet offline={offline} part={wish.get('part')} />
    </InClient>
  </StrictMode>,
)
