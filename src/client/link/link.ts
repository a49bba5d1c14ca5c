import { HttpStatusError, InBetweenError, OfflineError } from '../calls/errors.ts'
import type { Signals } from '../calls/signals.ts'
import type { ServerTime } from '../clock.ts'
import type { ClientPorts, Stop } from '../ports/ports.ts'
import { createStore, type Store } from '../store.ts'
import { linkAfter, probeAfter, sameLink, type LinkInput, type LinkState } from './state.ts'

const PROBE = '/healthz'
const PATIENCE_MS = 8_000

export interface LinkWatch {
  /** The link's state for display. */
  readonly state: Pick<Store<LinkState>, 'get' | 'subscribe' | 'first'>
  /** Lets a better informed connection set the state while it is open; null returns to the measured state. */
  readonly override: (state: LinkState | null) => void
  /** Measures the link by a request to our own server: `navigator.onLine` may be wrong in both directions. */
  readonly probe: () => Promise<void>
  /**
   * Resolves when there is a link, else rejects, so that a command fails at once and is not sent. If the link counts as
   * lost, it is probed first.
   */
  readonly need: () => Promise<void>
  /** Resolves with the headers of our server's answer; rejects if none came. */
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
    // A connection that sets the state probes by itself: hanging requests would take the connections that calls need.
    if (!page.visible() || spoken.get() !== null) return wait()
    // A caller during a probe waits for its result.
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
    } catch (error) {
      const between = error instanceof InBetweenError ? error.status : undefined
      // Our server or its gateway is in trouble and says so: the link works.
      if (error instanceof HttpStatusError && between === undefined)
        return hear({ type: 'answered', ms: clock.monotonic() - begun })
      hear({ type: 'unreachable', at: clock.now(), between })
    } finally {
      cut()
    }
  }

  async function ask(init: Pick<RequestInit, 'credentials' | 'signal'>): Promise<Headers> {
    const answer = await fetch(`${origin}${PROBE}`, { ...init, cache: 'no-store' })
    // A hotspot's login page also answers 200, but is HTML.
    if (answer.headers.get('content-type')?.startsWith('text/html')) throw new InBetweenError(answer.status)
    if (!answer.ok) throw new HttpStatusError(answer.status)
    // Read to the end, because an unread answer blocks one of the six connections.
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
      const state = now()
      if (state.kind !== 'offline') return
      throw state.between === undefined ? new OfflineError('nothing was sent') : new InBetweenError(state.between)
    },
    watch: () => {
      if (watching) return
      watching = true
      signals.on((signal) => {
        // A slow answer may be slow in the server, so only a probe measures the delay. Any answer ends "offline".
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
