import type { Envelope } from '../../contract/envelope.ts'
import { LANGUAGE_HEADER, COOKIES } from '../../contract/constants.ts'
import { wire } from '../../contract/wire.ts'
import { currentLocale } from '../locale/current.ts'
import { readCookie } from '../session/cookies.ts'
import { clients, translate, type Client } from './clients.ts'
import { NetworkError } from './errors.ts'
import { refusal } from './exchange.ts'
import { emit } from './signals.ts'
import { progressFetch } from './xhr.ts'

/** What a file is for: the server's limits follow from it. */
export type UploadKind = 'document' | 'picture'

interface UploadOptions {
  readonly kind: UploadKind
  readonly signal?: AbortSignal
  /** From 0 to 1, of what has left the device. */
  readonly onProgress?: (part: number) => void
}

/**
 * Sends one file up (`POST /common/upload`) and returns its path as the server keeps it. Throws a `CallError`, or an
 * AbortError.
 */
export async function upload(file: File, { kind, signal, onProgress = () => {} }: UploadOptions): Promise<string> {
  const { client, headers } = bearer()
  const body = new FormData()
  // Fields first: a server that reads as it comes knows what the file is for.
  body.set('kind', kind)
  body.set('file', file, file.name)
  // Two megabytes over a weak link take minutes: what ends an upload is standing still, not its length.
  const options = {
    headers,
    body,
    timeout: false,
    fetch: progressFetch(onProgress),
    ...(signal && { signal }),
  } as const
  const answer = await told(() => clients[client].post(wire.upload.path.slice(1), options).json<unknown>(), signal)
  if (!isUploaded(answer)) throw new NetworkError('upload: not an answer of ours')
  const code = answer.code ?? 200
  if (code !== 200) throw refusal(answer, code, client)
  if (answer.fileName === undefined) throw new NetworkError('upload: no name came back')
  return answer.fileName
}

/** A private file, fetched with the bearer. A refusal comes as JSON, with its code in the body. */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<Blob> {
  const { client, headers } = bearer()
  const blob = await told(
    () => clients[client].get(path.replace(/^\//, ''), { headers, ...(signal && { signal }) }).blob(),
    signal,
  )
  if (!blob.type.startsWith('application/json')) return blob
  const answer: unknown = JSON.parse(await blob.text())
  if (!isUploaded(answer)) throw new NetworkError('file: not an answer of ours')
  throw refusal(answer, answer.code ?? 500, client)
}

/** `/common/upload` and private files take either token (design §2). */
function bearer(): { client: Client; headers: Record<string, string> } {
  const seller = readCookie(COOKIES.sellerToken)
  const token = seller ?? readCookie(COOKIES.venueToken)
  const headers: Record<string, string> = { 'Accept-Language': LANGUAGE_HEADER[currentLocale()] }
  if (token !== null) headers['Authorization'] = `Bearer ${token}`
  return { client: seller === null && token !== null ? 'venue' : 'seller', headers }
}

/** How long a file takes says nothing of the link's delay, so only that an answer came is told. */
async function told<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (signal?.aborted === true) throw error
    const failure = translate(error)
    if (failure.name !== 'HttpStatusError') emit({ type: 'unreachable' })
    throw failure
  }
}

type Uploaded = Partial<Envelope> & { readonly fileName?: string }
function isUploaded(answer: unknown): answer is Uploaded {
  if (typeof answer !== 'object' || answer === null) return false
  return !('fileName' in answer) || typeof answer.fileName === 'string'
}
