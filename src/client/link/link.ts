import { onSignal } from '../calls/signals.ts'
import { learnTime } from '../clock.ts'
import { createStore, type Store } from '../store.ts'
import { linkAfter, probeAfter, sameLink, type LinkInput, type LinkState } from './state.ts'

const PROBE = '/healthz'
const PATIENCE_MS = 8_000

const ONLINE: LinkState = { kind: 'online' }
const measured = createStore<LinkState>(ONLINE)
const spoken = createStore<LinkState | null>(null)

/** The link as it is to be shown. */
export const link: Store<LinkState> = {
  get: () => spoken.get() ?? measured.get(),
  first: () => ONLINE,
  set: measured.set,
  subscribe: (listener) => {
    const stops = [measured.subscribe(listener), spoken.subscribe(listener)]
    return () => stops.forEach((stop) => stop())
  },
}

/** For a connection that knows better, as long as it is open; null gives the word back. */
export const overrideLink = (state: LinkState | null): void => spoken.set(state)

let failures = 0
let timer: ReturnType<typeof setTimeout> | undefined
let probing: Promise<void> | null = null

function hear(input: LinkInput): void {
  failures = input.type === 'answered' ? 0 : failures + 1
  const next = linkAfter(measured.get(), input)
  if (!sameLink(measured.get(), next)) measured.set(next)
  wait()
}

function wait(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void probe(), probeAfter(measured.get(), failures))
}

/** `navigator.onLine` lies in both directions; only an answer of our own server counts. */
export async function probe(): Promise<void> {
  // A connection of its own asks by itself: questions that hang would take the places that its calls need.
  if (document.visibilityState === 'hidden' || spoken.get() !== null) return wait()
  // Whoever asks while one is under way waits for its answer.
  probing ??= ask().finally(() => {
    probing = null
  })
  await probing
}

async function ask(): Promise<void> {
  const sent = Date.now()
  const begun = performance.now()
  const patience = new AbortController()
  const cut = setTimeout(() => patience.abort(), PATIENCE_MS)
  try {
    const date = Date.parse((await askServer({ signal: patience.signal })).get('date') ?? '')
    if (!Number.isNaN(date)) learnTime({ date, sent, received: Date.now() })
    hear({ type: 'answered', ms: performance.now() - begun })
  } catch {
    hear({ type: 'unreachable', at: Date.now() })
  } finally {
    clearTimeout(cut)
  }
}

/** The headers of an answer of our server; rejects when none came. */
export async function askServer(init: Pick<RequestInit, 'credentials' | 'signal'>): Promise<Headers> {
  const answer = await fetch(PROBE, { ...init, cache: 'no-store' })
  // A hotspot's login page is HTML, and says 200 too.
  if (!answer.ok || answer.headers.get('content-type')?.startsWith('text/html')) throw new Error('not our server')
  // To its end: what is not read keeps a connection, of which there are six.
  await answer.text()
  return answer.headers
}

/** Starts listening and measuring; call it once. */
export function watchLink(): void {
  onSignal((signal) => {
    // A slow answer may have had much to do; only a probe measures the link. That one came at all ends "offline".
    if (signal.type === 'answered' && measured.get().kind === 'offline') hear({ type: 'answered', ms: signal.ms })
    if (signal.type === 'unreachable') void probe()
  })
  const look = (): void => void probe()
  window.addEventListener('online', look)
  window.addEventListener('offline', () => hear({ type: 'unreachable', at: Date.now() }))
  window.addEventListener('pageshow', look)
  document.addEventListener('visibilitychange', look)
  look()
}
