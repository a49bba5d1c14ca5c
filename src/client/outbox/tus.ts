import { CODE, type AnyReason } from '../../contract/codes.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { API_BASE, LANGUAGE_HEADER, type Locale } from '../../contract/constants.ts'
import { wire } from '../../contract/wire.ts'
import { chunksAfter, chunksAfterBreak, firstChunks, type Chunks } from './chunks.ts'
import type { OutboxEvent } from './after.ts'
import type { FileItem, OutboxError } from './items.ts'

/** The result of an attempt. */
export type Attempt =
  | { readonly kind: 'arrived'; readonly path: string }
  | { readonly kind: 'refused'; readonly error: OutboxError }
  | { readonly kind: 'broken'; readonly error: OutboxError; readonly afterMs?: number }
  | { readonly kind: 'signedOut' }

export interface TusPorts {
  /** `''` for the page's own origin. */
  readonly origin: string
  readonly fetch: typeof fetch
  readonly locale: () => Locale
  readonly now: () => number
}

interface Sending {
  readonly item: FileItem
  readonly bytes: ArrayBuffer
  readonly token: string
  readonly signal: AbortSignal
  /** Reports the server's answers on the way; each is stored before the next request is sent. */
  readonly tell: (event: OutboxEvent) => Promise<void>
}

/** Uploads a file by tus 1.0, from the last byte that the server has acknowledged. */
export interface FileSender {
  readonly send: (sending: Sending) => Promise<Attempt>
}

const TUS = { 'Tus-Resumable': '1.0.0' }
const CHUNK_TYPE = 'application/offset+octet-stream'
const SHORT_MS = 30_000
/** Least time for a whole file, ms. */
const FORM_MS = 120_000
/** Statuses by which a firewall refuses a method. */
const METHOD_REFUSED: ReadonlySet<number> = new Set([403, 405, 501])
/** A detour that worked is taken for the next files too, for this long: the device may change its network. */
const DETOUR_MS = 10 * 60_000
/** Pause after a network let a file through in no way; a change of network ends it. */
const CLOSED_MS = 60_000
/**
 * How bytes travel: by PATCH; by POST with `X-HTTP-Method-Override`, for networks that refuse PATCH; or as the form of
 * the upload call, which cannot be resumed.
 */
type Way = 'patch' | 'override' | 'form'
type Asked = Pick<RequestInit, 'method' | 'body'> & { readonly headers?: Readonly<Record<string, string>> }
/** A forgotten upload is restarted once; a server that forgets every upload is faulty. */
const BEGINNINGS = 2

export function createFileSender({ origin, fetch, locale, now }: TusPorts): FileSender {
  // The chunk size that fitted the link last is used for the next file too.
  let chunks: Chunks = firstChunks
  let detour: { readonly way: Way; readonly until: number } = { way: 'patch', until: 0 }
  const wayNow = (): Way => (now() < detour.until ? detour.way : 'patch')
  const take = (way: Way): void => {
    detour = { way, until: now() + DETOUR_MS }
  }

  async function send(sending: Sending): Promise<Attempt> {
    const { item, bytes, token, signal, tell } = sending
    let { url } = item

    const ask = (path: string, patienceMs: number, init: Asked): Promise<Response> =>
      // Redirects are errors: a hotspot redirects every address to its login page.
      fetch(origin + path, {
        redirect: 'error',
        ...init,
        headers: {
          ...TUS,
          Authorization: `Bearer ${token}`,
          'Accept-Language': LANGUAGE_HEADER[locale()],
          ...init.headers,
        },
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
      })

    async function begin(): Promise<Attempt | string> {
      const answer = await ask(API_BASE + wire.resumableUpload.path, SHORT_MS, {
        method: 'POST',
        headers: { 'Upload-Length': String(item.bytes), 'Upload-Metadata': metadataOf(item) },
      })
      const location = answer.headers.get('location')
      if (answer.status === 201 && location !== null) return location
      const said = await jsonOf(answer)
      return isStranger(answer, said) && METHOD_REFUSED.has(answer.status)
        ? viaForm(answer.status)
        : failed(answer, said)
    }

    /** Sends the whole file by the upload call. `status`: the answer that closed the resumable ways. */
    async function viaForm(status: number): Promise<Attempt> {
      const form = new FormData()
      form.set('file', new Blob([bytes], { type: item.type }), item.name)
      // A form cannot be resumed, so it gets the time of all its chunks together.
      const patienceMs = Math.max(FORM_MS, (bytes.byteLength / chunks.size) * chunks.patienceMs)
      const answer = await ask(`${API_BASE}${wire.upload.path}?kind=${item.as}`, patienceMs, {
        method: 'POST',
        body: form,
      })
      const said = await jsonOf(answer)
      if (!isEnvelope(said)) {
        if (!METHOD_REFUSED.has(answer.status)) return failed(answer, said)
        detour = { way: 'patch', until: 0 }
        return {
          kind: 'broken',
          error: { kind: 'between', status: answer.status || status, closed: true },
          afterMs: CLOSED_MS,
        }
      }
      const path = pathIn(said)
      if (path === null) return failedBy(said.code, said, retryAfterOf(answer))
      take('form')
      return { kind: 'arrived', path }
    }

    /** Number of bytes on the server; null if it has no such upload. */
    async function offsetAt(at: string): Promise<Attempt | number | null> {
      const answer = await ask(at, SHORT_MS, { method: 'HEAD' })
      const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN)
      if (answer.ok && Number.isSafeInteger(offset)) return offset
      if (answer.headers.has('tus-resumable') && (answer.status === 404 || answer.status === 410)) return null
      // An answer to HEAD has no body that tells our server from a firewall: the call that does is asked instead.
      const info = await ask(`${at}/info`, SHORT_MS, { method: 'GET' })
      const said = await jsonOf(info)
      if (!isEnvelope(said)) return failed(info, said)
      if (said.code === 404) return null
      const known = isObject(said.data) ? said.data['offset'] : null
      return said.code === 200 && Number.isSafeInteger(known) ? Number(known) : failedBy(said.code, said)
    }

    /** Sends a chunk by the way that is open, and tries the next way once a firewall refuses it. */
    async function sendChunk(at: string, offset: number, body: ArrayBuffer): Promise<Response | Attempt> {
      for (;;) {
        const way = wayNow()
        if (way === 'form') return viaForm(0)
        const answer = await ask(at, chunks.patienceMs, {
          method: way === 'patch' ? 'PATCH' : 'POST',
          headers: {
            'Content-Type': CHUNK_TYPE,
            'Upload-Offset': String(offset),
            ...(way === 'override' && { 'X-HTTP-Method-Override': 'PATCH' }),
          },
          body,
        })
        if (answer.headers.has('tus-resumable') || !METHOD_REFUSED.has(answer.status)) return answer
        if (isEnvelope(await jsonOf(answer.clone()))) return answer
        if (way === 'override') return viaForm(answer.status)
        take('override')
      }
    }

    async function carryOn(at: string, from: number): Promise<Attempt | 'forgotten' | 'anew'> {
      let offset = from
      while (offset < item.bytes) {
        const body = bytes.slice(offset, offset + chunks.size)
        const begun = now()
        const answer = await sendChunk(at, offset, body)
        if ('kind' in answer) return answer
        const ours = answer.headers.has('tus-resumable')
        if (ours && (answer.status === 404 || answer.status === 410)) return 'forgotten'
        if (ours && answer.status === 409) return 'anew'
        if (!answer.ok || !ours) return failed(answer)
        chunks = chunksAfter({ bytes: body.byteLength, ms: now() - begun })
        offset += body.byteLength
        await tell({ type: 'acknowledged', offset })
        const path = answer.status === 200 ? pathIn(await jsonOf(answer)) : null
        if (path !== null) return { kind: 'arrived', path }
      }
      return outcome(at)
    }

    /**
     * All bytes are on the server: fetches the result, because the answer to the last byte was lost, or on a later
     * attempt.
     */
    async function outcome(at: string): Promise<Attempt | 'forgotten'> {
      const answer = await ask(`${at}/info`, SHORT_MS, { method: 'GET' })
      const said = await jsonOf(answer)
      const path = pathIn(isObject(said) ? said['data'] : null)
      if (path !== null) return { kind: 'arrived', path }
      const code = isObject(said) ? said['code'] : null
      if (code === 404) return 'forgotten'
      return answer.ok && typeof code === 'number' && code !== 200 ? failedBy(code, said) : failed(answer, said)
    }

    for (let beginnings = 0; ;) {
      let offset = 0
      if (wayNow() === 'form') return viaForm(0)
      if (url === null) {
        if (beginnings === BEGINNINGS) return { kind: 'broken', error: { kind: 'link' } }
        beginnings += 1
        const begun = await begin()
        if (typeof begun !== 'string') return begun
        url = begun
        await tell({ type: 'begun', url })
      } else {
        const known = await offsetAt(url)
        if (known !== null && typeof known !== 'number') return known
        if (known === null) {
          url = null
          await tell({ type: 'forgotten' })
          continue
        }
        offset = known
        await tell({ type: 'acknowledged', offset })
      }
      const ended = await carryOn(url, offset)
      if (typeof ended !== 'string') return ended
      if (ended === 'anew') continue
      url = null
      await tell({ type: 'forgotten' })
    }
  }

  return {
    send: async (sending) => {
      try {
        return await send(sending)
      } catch (error) {
        if (sending.signal.aborted) throw error
        chunks = chunksAfterBreak(chunks)
        return { kind: 'broken', error: { kind: 'link' } }
      }
    },
  }
}

async function failed(answer: Response, known?: unknown): Promise<Attempt> {
  const said = known ?? (await jsonOf(answer))
  return failedBy(answer.status, said, retryAfterOf(answer))
}

const retryAfterOf = ({ headers }: Response): number => (Number(headers.get('retry-after') ?? 0) || 0) * 1_000
const isStranger = ({ headers }: Response, said: unknown): boolean => !headers.has('tus-resumable') && !isEnvelope(said)

/** Refusals that pass with time. */
const PASSING: ReadonlySet<AnyReason> = new Set(['upload.too_many', 'file.disk_full'])
const FOR_GOOD: ReadonlySet<number> = new Set([400, 403, 412, 413, 415, 422, 601])

function failedBy(status: number, said: unknown, afterMs = 0): Attempt {
  // Without an envelope the answer is not from our server, but from a gateway, whose 401 ends no sign-in.
  if (!isEnvelope(said)) return { kind: 'broken', error: { kind: 'between', status }, afterMs }
  if (status === CODE.unauthorised) return { kind: 'signedOut' }
  const { code, msg, reason = null, errors = [] } = said
  const error: OutboxError = { kind: 'server', code, reason, msg, errors }
  const later = !FOR_GOOD.has(status) || (reason !== null && PASSING.has(reason))
  return later ? { kind: 'broken', error, afterMs } : { kind: 'refused', error }
}

const isEnvelope = (said: unknown): said is Envelope => isObject(said) && typeof said['msg'] === 'string'

function pathIn(said: unknown): string | null {
  const path = isObject(said) ? said['fileName'] : null
  return typeof path === 'string' ? path : null
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => null)

/** tus metadata: the values are base64 of UTF-8. */
function metadataOf({ name, as, sha256 }: FileItem): string {
  const fields = { filename: name, kind: as, ...(sha256 !== null && { sha256 }) }
  return Object.entries(fields)
    .map(([key, value]) => `${key} ${btoa(String.fromCharCode(...new TextEncoder().encode(value)))}`)
    .join(',')
}
