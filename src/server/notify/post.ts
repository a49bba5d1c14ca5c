import { lookup } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import type { RequestOptions } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { LookupFunction } from 'node:net'

/** A complete request to a push service. */
export interface PushRequest {
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}
/** Sends the request and resolves with the HTTP status; rejects without an answer. */
export type Post = (request: PushRequest) => Promise<number>

const TIMEOUT_MS = 15_000
const LONGEST = 1_000

/** Push services of the browsers: Chrome and its kin, Firefox, Edge, Safari. */
export const PUSH_HOSTS: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.notify.windows.com',
  '*.push.apple.com',
]

/**
 * A browser names its push service without any proof, so only these hosts are accepted, over TLS on the usual port.
 * `*.name` is every host below `name`.
 */
export function isPushEndpoint(text: string, hosts: readonly string[]): boolean {
  if (text.length > LONGEST || !URL.canParse(text)) return false
  const { protocol, port, username, password, hostname } = new URL(text)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    password === '' &&
    hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
  )
}

/** Networks of no public host (RFC 6890, 4193, 4291 …). */
const inner = (
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '224.0.0.0/4 240.0.0.0/4 ::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 2002::/16 fc00::/7 fe80::/10 ff00::/8'
)
  .split(' ')
  .reduce((list, network) => {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4')
    return list
  }, new BlockList())

export function isPublic(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isPublic(mapped)
  return isIP(address) !== 0 && !inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/**
 * Resolves a name, and refuses it if any address is not public. The connection uses these addresses, so a second
 * look-up cannot differ.
 */
const lookupPublic: LookupFunction = (host, options, found) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    const [first] = addresses
    if (first === undefined || !addresses.every(({ address }) => isPublic(address)))
      return found(new Error(`${host} is not a public host`), [])
    if (options.all === true) return found(null, addresses)
    found(null, first.address, first.family)
  })
}

type Ask = (url: string, options: RequestOptions, answered: (response: IncomingMessage) => void) => ClientRequest

/** One exchange, from the name look-up to the status; the body of the answer is not read. */
export const exchange = (ask: Ask, { endpoint, headers, body }: PushRequest, timeoutMs: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const asked = ask(endpoint, { method: 'POST', headers, lookup: lookupPublic, agent: false, signal }, (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    asked.on('error', (error) =>
      reject(signal.aborted ? new Error('the push service did not answer', { cause: error }) : error),
    )
    asked.end(body)
  })

export const postTo =
  (hosts: readonly string[]): Post =>
  async (asked) => {
    if (!isPushEndpoint(asked.endpoint, hosts)) throw new Error('not a push service')
    return exchange(request, asked, TIMEOUT_MS)
  }
