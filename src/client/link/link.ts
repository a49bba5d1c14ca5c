import { OfflineError } from '../calls/errors.ts'
import type { Signals } from '../calls/signals.ts'
import type { ServerTime } from '../clock.ts'
import type { ClientPorts, Stop } from '../ports/ports.ts'
import { createStore, type Store } from '../store.ts'
import { linkAfter, probeAfter, sameLink, type LinkInput, type LinkState } from './state.ts'

const PROBE = '/healthz'
const PATIENCE_MS = 8_000

export interface LinkWatch {
  /** The link as it is to be shown. */
  readonly state: Pick<Store<LinkState>, 'get' | 'subscribe' | 'first'>
  /** For a connection that knows better, as long as it is open; null gives the word back. */
  readonly override: (state: LinkState | null) => void
  /** `navigator.onLine` lies in both directions; only an answer of our own server counts. */
  readonly probe: () => Promise<void>
  /**
   * Resolves when there is a link, rejects otherwise, so a command fails at once and is not sent. A link that is believed lost is probed
   * first.
   */
  readonly need: () => Promise<void>
  /** The headers of an answer of our server; rejects when none came. */
  readonly ask: (init: Pick<RequestInit, 'credentials' | 'signal'>) => Promise<Headers>
  /** Starts listening and measuring. */
  readonly watch: () => void
}

interface Given {
  readonly ports: Pick<ClientPorts, 'origin' | 'fetch' | 'clock' | 'page'>
  readonly signals: Signals
  readonly time: Pick<ServerTime, 'learn'>
}

const ONLINE: LinkState = { kind: 'online' }

export function createLinkWatch({ ports: { origin, fetch, clock, page }, signals, time }: Given): LinkWatch {
  const measured = createStore<LinkState>(ONLINE)
  const spoken = createStore<LinkState | null>(null)
  let failures = 0
  let cancel: Stop = () => undefined
  let probing: Promise<void> | null = null
  let watching = false

  const now = (): LinkState => spoken.get() ?? measured.get()

  function hear(input: LinkInput): void {
    failures = input.type === 'answered' ? 0 : failures + 1
    const next = linkAfter(measured.get(), input)
    if (!sameLink(measured.get(), next)) measured.set(next)
    wait()
  }

  function wait(): void {
    cancel()
    cancel = clock.after(probeAfter(measured.get(), failures), () => void probe())
  }

  async function probe(): Promise<void> {
    // A connection of its own asks by itself: questions that hang would take the places that its calls need.
    if (!page.visible() || spoken.get() !== null) return wait()
    // A caller that asks while a probe is under way waits for its answer.
    probing ??= measure().finally(() => {
      probing = null
    })
    await probing
  }

  async function measure(): Promise<void> {
    const sent = clock.now()
    const begun = clock.monotonic()
    const patience = new AbortController()
    const cut = clock.after(PATIENCE_MS, () => patience.abort())
    try {
      const date = Date.parse((await ask({ signal: patience.signal })).get('date') ?? '')
      if (!Number.isNaN(date)) time.learn({ date, sent, received: clock.now() })
      hear({ type: 'answered', ms: clock.monotonic() - begun })
    } catch {
      hear({ type: 'unreachable', at: clock.now() })
    } finally {
      cut()
    }
  }

  async function ask(init: Pick<RequestInit, 'credentials' | 'signal'>): Promise<Headers> {
    const answer = await fetch(`${origin}${PROBE}`, { ...init, cache: 'no-store' })
    // A hotspot's login page is HTML, and says 200 too.
    if (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html')) throw new Error('not our server')
    // To its end: an unread answer keeps one of the six connections.
    await answer.text()
    return answer.headers
  }

  return {
    state: {
      get: now,
      first: () => ONLINE,
      subscribe: (listener) => {
        const stops = [measured.subscribe(listener), spoken.subscribe(listener)]
        return () => stops.forEach((stop) => stop())
      },
    },
    override: spoken.set,
    probe,
    ask,
    need: async () => {
      if (now().kind !== 'offline') return
      await probe()
      if (now().kind === 'offline') throw new OfflineError('nothing was sent')
    },
    watch: () => {
      if (watching) return
      watching = true
      signals.on((signal) => {
        // A slow answer may have had much to do; only a probe measures the link. Its arrival ends "offline".
        if (signal.type === 'answered' && measured.get().kind === 'offline') hear({ type: 'answered', ms: signal.ms })
        if (signal.type === 'unreachable') void probe()
      })
      const look = (): void => void probe()
      page.on('online', look)
      page.on('offline', () => hear({ type: 'unreachable', at: clock.now() }))
      page.on('pageshow', look)
      page.on('visibilitychange', look)
      look()
    },
  }
}
