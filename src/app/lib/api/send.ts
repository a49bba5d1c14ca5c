import type { Options } from 'ky'
import { COOKIES, LANGUAGE_HEADER } from '../../../contract/constants.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { currentLocale } from '../i18n/current.ts'
import { readCookie } from '../session/cookies.ts'
import type { Client } from './clients.ts'
import { ApiError, HttpStatusError, isTransport, NetworkError } from './errors.ts'
import { emit } from './signals.ts'
import { wire, type AnswerOf, type CallName, type SentBy } from './wire.ts'

type Untyped = { readonly params?: object; readonly query?: object; readonly body?: unknown }

/** What carries a call. It comes with the first one: the home page opens without. */
const fetchClients = () => import('./clients.ts')

/** Whoever says that one may act has this first: on a link that dies in between, what is fetched only then never comes. */
export async function needClients(): Promise<void> {
  await fetchClients()
}

export interface SendOptions {
  readonly signal?: AbortSignal
}

/** The one door to the server: `send('lotInfo', { params: { contractObjectId } })`. Throws a `CallError`, or an AbortError. */
export async function send<N extends CallName>(
  name: N,
  sent: SentBy<N>,
  options: SendOptions = {},
): Promise<AnswerOf<N>> {
  const { client, bearer } = credentials(name)
  const envelope = await exchange(client, name, requestOf(name, sent, bearer, options))
  const code = envelope.code ?? 200
  if (code === 200) {
    // The server encodes by the schema that this type is inferred from; parsing again would put zod into the first bundle.
    return (wire[name].list ? { rows: envelope.rows, total: envelope.total ?? 0 } : envelope.data) as AnswerOf<N>
  }
  throw refusal(envelope, code, client, bearer !== null)
}

/** What the server's no is to whoever asked; a bearer that was refused is told to those who keep the session. */
export function refusal(
  envelope: Partial<Envelope>,
  code: Envelope['code'],
  client: Client,
  withBearer = true,
): ApiError {
  if (code === 401 && withBearer) emit({ type: 'unauthorised', client })
  return new ApiError({ ...envelope, code, msg: envelope.msg ?? '', numbers: numbersOf(envelope.data), client })
}

/** Ways into the room: of the venue's client, though they take no token yet. */
const VENUE_DOORS: ReadonlySet<string> = new Set([wire.assemblyLogin.path, wire.venueLogin.path])

function credentials(name: CallName): { client: Client; bearer: string | null } {
  const { token, path } = wire[name]
  const seller = readCookie(COOKIES.sellerToken)
  switch (token) {
    case 'venue':
      return { client: 'venue', bearer: readCookie(COOKIES.venueToken) }
    case 'either':
      return seller === null
        ? { client: 'venue', bearer: readCookie(COOKIES.venueToken) }
        : { client: 'seller', bearer: seller }
    case 'seller':
      return { client: 'seller', bearer: seller }
    case 'none':
      // Signing in must not carry the token of whoever was here before; open lists say more to somebody they know.
      return { client: VENUE_DOORS.has(path) ? 'venue' : 'seller', bearer: path.startsWith('/auth/') ? null : seller }
  }
}

function requestOf(name: CallName, sent: Untyped, bearer: string | null, { signal }: SendOptions): [string, Options] {
  const { method, path } = wire[name]
  const headers: Record<string, string> = { 'Accept-Language': LANGUAGE_HEADER[currentLocale()] }
  if (bearer !== null) headers['Authorization'] = `Bearer ${bearer}`
  const options: Options = { method, headers }
  if (sent.query) options.searchParams = searchOf(sent.query)
  if (sent.body !== undefined) options.json = sent.body
  if (signal) options.signal = signal
  return [fill(path, sent.params ?? {}).slice(1), options]
}

/** Ids are opaque: whatever is in them stays one segment of the path. */
function fill(path: string, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params))
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
}

function searchOf(query: object): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search
}

async function exchange(
  client: Client,
  name: CallName,
  [path, options]: [string, Options],
): Promise<Partial<Envelope>> {
  const begun = performance.now()
  try {
    const { clients, translate } = await fetchClients()
    const answer = await clients[client](path, options)
      .json<unknown>()
      .catch((error: unknown) => {
        throw options.signal?.aborted ? error : translate(error)
      })
    if (!isEnvelope(answer, name)) throw new NetworkError(`${name}: not an answer of ours`)
    emit({ type: 'answered', ms: performance.now() - begun })
    return answer
  } catch (error) {
    if (options.signal?.aborted) throw error
    const failure = isTransport(error) ? error : new NetworkError('no answer', { cause: error })
    if (failure instanceof HttpStatusError) emit({ type: 'answered', ms: performance.now() - begun })
    else emit({ type: 'unreachable' })
    throw failure
  }
}

function isEnvelope(answer: unknown, name: CallName): answer is Partial<Envelope> {
  if (typeof answer !== 'object' || answer === null) return false
  const ok = !('code' in answer) || answer.code === 200
  return !ok || !wire[name].list || ('rows' in answer && Array.isArray(answer.rows))
}

function numbersOf(data: unknown): Readonly<Record<string, number>> {
  if (typeof data !== 'object' || data === null || !('numbers' in data)) return {}
  const { numbers } = data
  if (typeof numbers !== 'object' || numbers === null) return {}
  return Object.fromEntries(
    Object.entries(numbers).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
