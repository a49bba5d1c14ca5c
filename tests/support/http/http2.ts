import { once } from 'node:events'
import { connect, constants } from 'node:http2'
import type { ClientHttp2Session, IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2'
import { buffer } from 'node:stream/consumers'

export interface Http2Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface Http2Client {
  readonly session: ClientHttp2Session
  /** A request on the one connection; `path` begins with `/`. */
  ask(path: string, options?: Http2Asking): Promise<Http2Answer>
  close(): Promise<void>
}

interface Http2Asking {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: Buffer | string
}

/** One HTTP/2 connection that trusts this certificate alone. */
export async function openHttp2(
  url: string,
  ca: string,
  options: { readonly localAddress?: string } = {},
): Promise<Http2Client> {
  // A body waits in memory whole.
  const session = connect(url, { ca, maxSessionMemory: 100, ...options })
  // Errors of the connection are those of its requests.
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  return {
    session,
    async ask(path, { method = 'GET', headers, body } = {}) {
      const stream = session.request(
        { ':path': path, ':method': method, ...headers },
        { endStream: body === undefined },
      )
      const answered = once(stream, 'response')
      if (body !== undefined) stream.end(body)
      const [answer] = (await answered) as [IncomingHttpHeaders]
      return { status: Number(answer[constants.HTTP2_HEADER_STATUS]), headers: answer, body: await buffer(stream) }
    },
    async close() {
      if (session.destroyed) return
      session.close()
      await once(session, 'close')
    },
  }
}
