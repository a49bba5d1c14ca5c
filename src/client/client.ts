import { createCalls, type Calls } from './calls/calls.ts'
import { createSignals, type Signals } from './calls/signals.ts'
import { createServerTime, type ServerTime } from './clock.ts'
import { createLinkWatch, type LinkWatch } from './link/link.ts'
import type { Locale } from '../contract/constants.ts'
import type { ClientPorts } from './ports/ports.ts'
import { createSession, type Session } from './session/session.ts'

/** State of one page, or of one program, about the server, its person and its device. */
export interface Client {
  readonly ports: ClientPorts
  /** Fixed for a page load: changing the language reloads the page. */
  readonly locale: Locale
  readonly time: ServerTime
  readonly signals: Signals
  readonly link: LinkWatch
  readonly session: Session
  readonly calls: Calls
  /**
   * This client's instance of `create`, created at first use. Used for drafts, downloads and a feature's own state:
   * their code loads with the page that needs it, and their state belongs to the client, never to a module.
   */
  readonly part: <T>(create: (client: Client) => T) => T
}

export function createClient(ports: ClientPorts): Client {
  const parts = new Map<unknown, unknown>()
  const signals = createSignals()
  const time = createServerTime(ports.clock.now)
  const link = createLinkWatch({ ports, signals, time })
  const session = createSession(ports, link)
  const calls = createCalls(ports, session, signals)
  const client: Client = {
    ports,
    locale: ports.locale,
    time,
    signals,
    link,
    session,
    calls,
    part: <T>(create: (client: Client) => T): T => {
      if (!parts.has(create)) parts.set(create, create(client))
      return parts.get(create) as T
    },
  }
  return client
}
