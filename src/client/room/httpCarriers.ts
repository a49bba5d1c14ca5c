import type * as z from 'zod'
import { BEARER_PREFIX, LIVE_PROTOCOL } from '../../contract/constants.ts'
import { ClientFrame, End, LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../contract/live.ts'
import type { Address } from './address.ts'
import { FOREIGN_ANSWER, type OpenCarrier } from './carriers.ts'
import type { SocketEvents } from './link.ts'

/** Polls begin at least this far apart. */
const POLL_EVERY_MS = 300
const LOST = 1006

export interface HttpCarriersPorts {
  readonly fetch: typeof globalThis.fetch
  /** Called at each request: it has the position to resume from, and the newest token. */
  readonly address: () => Address
  /** Names the visit, `[0-9a-z]{8,64}`. */
  readonly id: string
  /** Monotonic, ms. */
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => () => void
}

type Beat = z.output<typeof ClientFrame>

/** The WebSocket's frames over HTTP. */
export function httpCarriers(ports: HttpCarriersPorts): { readonly stream: OpenCarrier; readonly poll: OpenCarrier } {
  return { stream: (events) => stream(ports, events), poll: (events) => poll(ports, events) }
}

function stream(ports: HttpCarriersPorts, events: SocketEvents) {
  const ended = new AbortController()
  const { signal } = ended
  const run = async (): Promise<void> => {
    const answer = await asked(ports, LIVE_STREAM_PATH, { signal })
    if (!isOfKind(answer, 'text/event-stream') || answer.body === null) return turnedAway(answer, events)
    events.opened()
    const read = eventReader(events)
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (signal.aborted) return
      if (done) return events.closed(LOST)
      events.progress()
      if (read(value)) return
    }
  }
  run().catch(() => signal.aborted || events.closed(LOST))
  return {
    send: (text: string) => {
      beat(ports, beatOf(text), signal).then(
        (echo) => echo !== null && !signal.aborted && events.message(echo),
        () => undefined,
      )
    },
    close: () => ended.abort(),
  }
}

async function beat(ports: HttpCarriersPorts, text: Beat | null, signal: AbortSignal): Promise<string | null> {
  const answer = await asked(ports, LIVE_BEAT_PATH, { method: 'POST', signal }, text)
  return answer.ok ? await answer.text() : null
}

function poll(ports: HttpCarriersPorts, events: SocketEvents) {
  const ended = new AbortController()
  const { signal } = ended
  let next: { readonly beat: Beat; readonly at: number } | null = null
  let isFirst = true

  /** The heartbeat travels with the next request; its time is that of the sending. */
  function taken(): Beat | null {
    const given = next
    next = null
    if (given === null) return null
    const { t } = given.beat
    return { ...given.beat, ...(t !== undefined && { t: t + (ports.now() - given.at) }) }
  }

  async function run(): Promise<void> {
    for (;;) {
      const startedAt = ports.now()
      const answer = await asked(ports, LIVE_POLL_PATH, { signal }, taken(), isFirst ? { wait: '0' } : {})
      if (!isOfKind(answer, 'text/plain')) return turnedAway(answer, events)
      if (isFirst) events.opened()
      isFirst = false
      const text = await answer.text()
      if (signal.aborted) return
      events.progress()
      if (eventReader(events)(text)) return
      const pause = startedAt + POLL_EVERY_MS - ports.now()
      if (pause > 0) await new Promise<void>((resolve) => void ports.after(pause, resolve))
      if (signal.aborted) return
    }
  }
  run().catch(() => signal.aborted || events.closed(LOST))
  return {
    send: (text: string) => {
      const given = beatOf(text)
      if (given !== null) next = { beat: given, at: ports.now() }
    },
    close: () => ended.abort(),
  }
}

/** A request of the live connection, as the WebSocket's address says it. */
function asked(
  { fetch, address, id }: HttpCarriersPorts,
  path: string,
  init: RequestInit,
  heartbeat: Beat | null = null,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { url, protocols } = address()
  const to = new URL(url.replace(/^ws/, 'http'))
  to.pathname = path
  to.searchParams.set('protocol', LIVE_PROTOCOL)
  to.searchParams.set('id', id)
  if (heartbeat?.t !== undefined) to.searchParams.set('t', String(heartbeat.t))
  if (heartbeat?.delay !== undefined) to.searchParams.set('delay', String(heartbeat.delay))
  if (heartbeat?.seq !== undefined) to.searchParams.set('tick', String(heartbeat.seq))
  for (const [name, value] of Object.entries(more)) to.searchParams.set(name, value)
  const token = protocols.find((one) => one.startsWith(BEARER_PREFIX))?.slice(BEARER_PREFIX.length) ?? ''
  return fetch(to.href, { ...init, headers: { authorization: `Bearer ${token}` }, cache: 'no-store' })
}

const isOfKind = (answer: Response, kind: string): boolean =>
  answer.ok && (answer.headers.get('content-type') ?? '').startsWith(kind)

/** An answer without frames: the server's refusal, which a WebSocket opens for, or another's page. */
async function turnedAway(answer: Response, events: SocketEvents): Promise<void> {
  const code = endOf(await answer.text())
  if (code !== null) events.opened()
  events.closed(code ?? FOREIGN_ANSWER)
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
const endOf = (text: string): number | null => End.safeParse(json(text)).data?.code ?? null
const beatOf = (text: string): Beat | null => ClientFrame.safeParse(json(text)).data ?? null

/** Reads server-sent events from pieces of text. `true`: the server has ended the connection. */
function eventReader(events: SocketEvents): (piece: string) => boolean {
  let pieces: string[] = []
  return (piece) => {
    pieces.push(piece)
    if (!piece.includes('\n')) return false
    const parts = pieces.join('').split('\n\n')
    pieces = [parts.pop() ?? '']
    for (const part of parts) {
      if (!part.startsWith('data: ')) continue
      const text = part.slice('data: '.length)
      const code = text.startsWith('{"sendType":"0"') ? endOf(text) : null
      if (code !== null) {
        events.closed(code)
        return true
      }
      events.message(text)
    }
    return false
  }
}
