import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import sax from 'sax'
import type { Config } from '../config.ts'
import { diskFull, FilesUnavailable } from './store.ts'

/** The calls of the S3 protocol that a store of files needs. Keys are below the address's prefix. */
export interface Bucket {
  /** Resolves when the object is durable. Its SHA-256 is signed with the request, so that a changed body is refused. */
  put(key: string, bytes: Buffer): Promise<void>
  /** `null`: no such object. */
  get(key: string): Promise<Response | null>
  /** SHA-256 (hex) that was stored with the object; `null`: no such object. */
  sha256(key: string): Promise<string | null>
  remove(key: string): Promise<void>
  /** All objects below, in pages. */
  list(below: string, pageSize?: number): AsyncGenerator<readonly Listed[]>
  isEmpty(): Promise<boolean>
  /** Rejects with `FilesUnavailable` unless the bucket answers. */
  check(): Promise<void>
}

export interface Listed {
  readonly key: string
  /** Ms since epoch, by the clock of the object store. */
  readonly changedAt: number
}

/** Calls are repeated, since each has the same effect twice. */
const ATTEMPTS = 3
const PAUSE_MS = 150
/** Until the head of an answer; a body may take longer, as its reader does. */
const PATIENCE_MS = 20_000
const CHECK_MS = 3_000
const HASH_HEADER = 'x-amz-meta-sha256'

interface Asked {
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Buffer
  readonly attempts?: number
  readonly patienceMs?: number
}

/** `onFailure` hears of each call that failed for good. */
export function openBucket(
  { url, prefix, region, accessKey, secretKey }: NonNullable<Config['bucket']>,
  onFailure: (error: FilesUnavailable) => void,
): Bucket {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: 0,
  })
  const host = new URL(url).host

  async function once(method: string, { key, query, body, patienceMs = PATIENCE_MS }: Asked): Promise<Response> {
    const address = new URL(key === undefined ? url : `${url}/${prefix}${key}`)
    for (const [name, value] of Object.entries(query ?? {})) address.searchParams.set(name, value)
    const sha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), patienceMs)
    try {
      return await client.fetch(address, {
        method,
        headers: { 'x-amz-content-sha256': sha256, ...(body && { [HASH_HEADER]: sha256 }) },
        signal: late.signal,
        // A bucket of another region: the signature is not for others.
        redirect: 'manual',
        ...(body && { body: new Uint8Array(body) }),
      })
    } finally {
      clearTimeout(timer)
    }
  }

  function failed(why: string): FilesUnavailable {
    const error = new FilesUnavailable(`${host} ${why}`)
    onFailure(error)
    return error
  }

  /** An answer of 2xx; `null` for a missing object. */
  async function ask(method: string, asked: Asked): Promise<Response | null> {
    const begun = performance.now()
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(method, asked).catch((error: unknown) => error)
      const last = attempt >= (asked.attempts ?? ATTEMPTS) || performance.now() - begun > PATIENCE_MS
      if (!(answer instanceof Response)) {
        if (last) throw failed(`does not answer: ${reasonOf(answer)}`)
      } else if (answer.ok) return answer
      else {
        const code = codeIn(await answer.text().catch(() => ''))
        if (answer.status === 404 && (method === 'GET' ? code === 'NoSuchKey' : MAY_LACK.has(method))) return null
        if (answer.status === 507 || FULL.has(code)) throw diskFull(`${host} has no room: ${code}`)
        if (last || (answer.status < 500 && answer.status !== 429))
          throw failed(`refuses ${method}: ${`${answer.status} ${code}`.trim()}`)
      }
      await wait(PAUSE_MS * attempt)
    }
  }

  /** By the first version of the call, which each store has and which continues after a key without a token. */
  async function page(below: string, after: string | null, most: number): Promise<Listing> {
    const query = {
      prefix: prefix + below,
      'max-keys': String(most),
      ...(after !== null && { marker: prefix + after }),
    }
    const answer = await ask('GET', { query })
    return listingOf((await answer?.text()) ?? '', prefix)
  }

  return {
    async put(key, body) {
      const answer = await ask('PUT', { key, body })
      await answer?.arrayBuffer()
      // Something else than an object store said 200.
      if (answer?.headers.has('etag') !== true) throw failed('is no object store')
    },
    get: (key) => ask('GET', { key }),
    sha256: async (key) => (await ask('HEAD', { key }))?.headers.get(HASH_HEADER) ?? null,
    async remove(key) {
      await (await ask('DELETE', { key }))?.arrayBuffer()
    },
    async *list(below, pageSize = 1_000) {
      let after: string | null = null
      do {
        const { objects, isTruncated }: Listing = await page(below, after, pageSize)
        yield objects
        after = isTruncated ? (objects.at(-1)?.key ?? null) : null
      } while (after !== null)
    },
    isEmpty: async () => (await page('', null, 1)).objects.length === 0,
    async check() {
      if ((await ask('HEAD', { attempts: 1, patienceMs: CHECK_MS })) === null) throw failed('has no such bucket')
    },
  }
}

/** Methods of which a 404 means a missing object; the answer to HEAD has no code. */
const MAY_LACK: ReadonlySet<string> = new Set(['HEAD', 'DELETE'])

/** Codes of a store without room, which each implementation names in its way. */
const FULL: ReadonlySet<string> = new Set(['QuotaExceeded', 'XMinioStorageFull'])

/** Only the code: bodies of refusals repeat what was signed, and by which key. */
const codeIn = (body: string): string => /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1] ?? ''

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'AbortError') return 'it takes too long'
  // `fetch failed`, in any case.
  const cause = error.cause instanceof Error ? error.cause : error
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message
}

interface Listing {
  readonly objects: readonly Listed[]
  /** More objects follow. */
  readonly isTruncated: boolean
}

function listingOf(xml: string, prefix: string): Listing {
  const objects: Listed[] = []
  let [text, key, changedAt, isTruncated] = ['', '', 0, false]
  const parser = sax.parser(true, { position: false })
  parser.onopentag = () => {
    text = ''
  }
  parser.ontext = (piece) => {
    text += piece
  }
  parser.onclosetag = (name) => {
    if (name === 'Key') key = text
    if (name === 'LastModified') changedAt = Date.parse(text)
    if (name === 'IsTruncated') isTruncated = text === 'true'
    if (name === 'Contents' && key.startsWith(prefix)) objects.push({ key: key.slice(prefix.length), changedAt })
  }
  parser.onerror = (error) => {
    throw new FilesUnavailable(`a list of objects cannot be read: ${error.message}`)
  }
  parser.write(xml).close()
  return { objects, isTruncated }
}
