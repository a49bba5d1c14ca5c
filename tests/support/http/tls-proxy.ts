import { once } from 'node:events'
import { Agent, request as askHttp } from 'node:http'
import type { RequestListener } from 'node:http'
import { createServer, request as askHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'

/** A pre-shared key instead of a certificate, which is TLS all the same. */
const SHARED = { identity: 'tests', key: Buffer.from('a key that the tests share') }
const CIPHERS = { ciphers: 'PSK', minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' } as const

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface TlsProxy {
  /** An https request, as from a remote browser: for `https://sale.example`. */
  ask(path: string, options?: { readonly body?: unknown; readonly headers?: Record<string, string> }): Promise<Answer>
  close(): Promise<void>
}

interface ProxyOptions {
  /** Its forwarding headers; the usual three by default. */
  readonly tells?: Readonly<Record<string, string>>
}

export const TELLS = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'sale.example',
}

/** Ends TLS on this machine and passes requests on to the server, as nginx or Caddy would. */
export async function openTlsProxy(target: string, { tells = TELLS }: ProxyOptions = {}): Promise<TlsProxy> {
  const agent = new Agent({ keepAlive: false })
  const passOn: RequestListener = (request, response) => {
    const { hostname, port } = new URL(target)
    const headers = { ...request.headers, ...tells }
    const onward = askHttp({ agent, hostname, port, path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }
  const server = createServer({ ...CIPHERS, pskCallback: () => SHARED.key }, passOn)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ask: (path, { body, headers } = {}) =>
      new Promise((resolve, reject) => {
        const asking = askHttps(
          {
            createConnection: () =>
              connect({
                ...CIPHERS,
                port,
                host: '127.0.0.1',
                pskCallback: () => ({ psk: SHARED.key, identity: SHARED.identity }),
                checkServerIdentity: () => undefined,
              }),
            path,
            method: body === undefined ? 'GET' : 'POST',
            headers: {
              host: 'sale.example',
              ...(body !== undefined && { 'content-type': 'application/json' }),
              ...headers,
            },
          },
          (answer) => {
            text(answer).then(
              (read) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: read }),
              reject,
            )
          },
        )
        asking.on('error', reject)
        asking.end(body === undefined ? undefined : JSON.stringify(body))
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
