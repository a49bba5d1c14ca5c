import { LANGUAGE_HEADER, COOKIES } from '../../contract/constants.ts'
import type { Client } from '../client.ts'
import { createClients, translate, type Origin } from './clients.ts'
import { hasEnvelope } from './envelope.ts'
import { InBetweenError } from './errors.ts'
import { refusal } from './exchange.ts'

export interface Files {
  /** Fetches a private file with the bearer. A refusal is JSON, with its code in the body. */
  readonly fetchFile: (path: string, signal?: AbortSignal) => Promise<Blob>
}

export const filesOf = (client: Client): Files => client.part(createFiles)

function createFiles({ ports, locale, session, signals: { emit } }: Client): Files {
  const clients = createClients(ports)

  /** Private files accept either token (design §2). */
  function bearer(): { client: Origin; headers: Record<string, string> } {
    const seller = session.read(COOKIES.sellerToken)
    const token = seller ?? session.read(COOKIES.venueToken)
    const headers: Record<string, string> = { 'Accept-Language': LANGUAGE_HEADER[locale] }
    if (token !== null) headers['Authorization'] = `Bearer ${token}`
    return { client: seller === null && token !== null ? 'venue' : 'seller', headers }
  }

  /** Reports only that an answer came: a file's duration says nothing about the link's delay. */
  async function reported<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (signal?.aborted === true) throw error
      const failure = translate(error)
      if (failure.name !== 'HttpStatusError') emit({ type: 'unreachable' })
      throw failure
    }
  }

  return {
    fetchFile: async (path, signal) => {
      const { client, headers } = bearer()
      const answer = await reported(async () => {
        const response = await clients[client].get(path.replace(/^\//, ''), { headers, ...(signal && { signal }) })
        // No file of ours is HTML: a hotspot's login page is not saved as one.
        if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) throw new InBetweenError(response.status)
        const body = await response.blob()
        if (!body.type.startsWith('application/json')) return body
        const said = parsed(await body.text())
        if (!hasEnvelope(said)) throw new InBetweenError(response.status)
        return said
      }, signal)
      if (answer instanceof Blob) return answer
      throw refusal(answer, answer.code ?? 500, client, true, emit)
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
