import type { Options } from 'ky'
import { IM_USED, ROWS_IM, wholeRows } from '../../contract/changed-rows.ts'
import { LANGUAGE_HEADER, ONCE_HEADER, type Locale } from '../../contract/constants.ts'
import type { Envelope } from '../../contract/envelope.ts'
import { SECOND_FACTOR_HEADER } from '../../contract/second-factor.ts'
import { UNATTENDED_HEADER } from '../../contract/unattended.ts'
import { wire, type CallWire } from '../../contract/wire.ts'
import { translate, type Clients, type Origin } from './clients.ts'
import { hasEnvelope, isJson } from './envelope.ts'
import { ApiError, InBetweenError, isTransport, NetworkError } from './errors.ts'
import type { Signal } from './signals.ts'
import type { AnswerOf, CallName, Marked, SendOptions, SentBy } from './types.ts'

/** The caller's tokens at the time of the call. */
export interface Bearers {
  readonly seller: string | null
  readonly venue: string | null
}
type Untyped = { readonly params?: object; readonly query?: object; readonly body?: unknown }

/** The environment of calls: a page's, or a separate program's. */
interface ExchangePorts {
  readonly clients: Clients
  readonly locale: Locale
  readonly emit: (signal: Signal) => void
  /** The person has used this page within the last minute. */
  readonly attended?: () => boolean
}

export type Exchange = <N extends CallName>(
  name: N,
  sent: SentBy<N>,
  bearers: Bearers,
  options?: SendOptions,
) => Promise<AnswerOf<N>>

/** Creates the function that makes calls; pages use it through `send`. */
export const createExchange =
  (ports: ExchangePorts): Exchange =>
  async (name, sent, bearers, options = {}) => {
    const how: CallWire = wire[name]
    const { client, bearer } = credentials(name, how, bearers)
    const came = await carry(ports, client, name, requestOf(how, sent, bearer, ports, options), options.previous)
    if (came === 'unchanged') return options.previous as AnswerOf<typeof name>
    const { envelope, mark } = came
    const code = envelope.code ?? 200
    if (code === 200) {
      // The server encodes by the schema that this type is inferred from; parsing again would load zod.
      const answer = how.list ? { rows: envelope.rows, total: envelope.total ?? 0 } : envelope.data
      return ('previous' in options && mark !== null ? marked(answer, mark) : answer) as AnswerOf<typeof name>
    }
    throw refusal(envelope, code, client, bearer !== null, ports.emit)
  }

const marked = (answer: unknown, mark: string): unknown =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? { ...answer, mark } : answer

/** The error of a refused call. A refused token is also reported as a signal, which ends the session. */
export function refusal(
  envelope: Partial<Envelope>,
  code: Envelope['code'],
  client: Origin,
  withBearer: boolean,
  emit: (signal: Signal) => void,
): ApiError {
  if (code === 401 && withBearer)
    emit({ type: 'unauthorised', client, ...(envelope.reason === 'auth.idle' && { idle: envelope.msg }) })
  return new ApiError({ ...envelope, code, msg: envelope.msg ?? '', numbers: numbersOf(envelope.data), client })
}

/** Calls that enter the room: they are the venue's, but take no token yet. */
const VENUE_DOORS: ReadonlySet<CallName> = new Set(['assemblyLogin', 'venueLogin'])

function credentials(
  name: CallName,
  { token, path }: CallWire,
  { seller, venue }: Bearers,
): { client: Origin; bearer: string | null } {
  switch (token) {
    case 'venue':
      return { client: 'venue', bearer: venue }
    case 'either':
      return seller === null ? { client: 'venue', bearer: venue } : { client: 'seller', bearer: seller }
    case 'seller':
      return { client: 'seller', bearer: seller }
    case 'none':
      // Sign-in must not send the previous account's token; public lists contain more for a signed-in reader.
      return { client: VENUE_DOORS.has(name) ? 'venue' : 'seller', bearer: path.startsWith('/auth/') ? null : seller }
  }
}

function requestOf(
  { method, path }: CallWire,
  sent: Untyped,
  bearer: string | null,
  { locale, attended = () => true }: Pick<ExchangePorts, 'locale' | 'attended'>,
  { signal, apart, onceKey, second, previous }: SendOptions,
): [string, Options] {
  const headers: Record<string, string> = { 'Accept-Language': LANGUAGE_HEADER[locale] }
  if (bearer !== null) headers['Authorization'] = `Bearer ${bearer}`
  if (!attended()) headers[UNATTENDED_HEADER] = '1'
  if (second !== undefined) headers[SECOND_FACTOR_HEADER] = second
  const options: Options = { method, headers }
  if (sent.query) options.searchParams = searchOf(sent.query)
  if (sent.body !== undefined) options.json = sent.body
  if (signal) options.signal = signal
  if (onceKey !== undefined) headers[ONCE_HEADER] = onceKey
  if (previous?.mark !== undefined) {
    headers['If-None-Match'] = previous.mark
    if ('rows' in previous) headers['A-IM'] = ROWS_IM
    // 304 answers this header; everywhere else it is no answer.
    options.throwHttpErrors = (status) => status !== NOT_MODIFIED
  }
  if (apart) options.credentials = 'omit'
  return [fill(path, sent.params ?? {}).slice(1), options]
}

/** Fills the ids into the path. Ids are opaque, so each is encoded as a single segment. */
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

const NOT_MODIFIED = 304
/** An answer with its mark, or that it is still the caller's `previous`. */
type Carried = { readonly envelope: Partial<Envelope>; readonly mark: string | null } | 'unchanged'

async function carry(
  { clients, emit }: ExchangePorts,
  client: Origin,
  name: CallName,
  [path, options]: [string, Options],
  previous: Marked | undefined,
): Promise<Carried> {
  const begun = performance.now()
  try {
    const asked = async () => {
      const response = await clients[client](path, options)
      if (response.status === NOT_MODIFIED) return null
      if (!isJson(response)) throw new InBetweenError(response.status)
      const answer = await response.json<unknown>()
      if (!hasEnvelope(answer)) throw new InBetweenError(response.status)
      const mark = response.headers.get('etag')
      return { answer: response.status === IM_USED ? completed(answer, previous) : answer, mark }
    }
    const came = await asked().catch((error: unknown) => {
      throw options.signal?.aborted ? error : translate(error)
    })
    if (came === null) {
      emit({ type: 'answered', ms: performance.now() - begun })
      return 'unchanged'
    }
    const { answer, mark } = came
    if (!isEnvelope(answer, wire[name])) throw new NetworkError(`${name}: not an answer of ours`)
    emit({ type: 'answered', ms: performance.now() - begun })
    return { envelope: answer, mark }
  } catch (error) {
    if (options.signal?.aborted) throw error
    const failure = isTransport(error) ? error : new NetworkError('no answer', { cause: error })
    if (failure.name === 'HttpStatusError') emit({ type: 'answered', ms: performance.now() - begun })
    else emit({ type: 'unreachable' })
    throw failure
  }
}

/** A list's answer with the rows that did not change, from the caller's copy; `null`: they are not there. */
function completed(answer: unknown, previous: Marked | undefined): unknown {
  const [sent, had] = [rowsOf(answer), rowsOf(previous)]
  const rows = sent && had && wholeRows(sent, had)
  return rows && { ...Object(answer), rows }
}

const rowsOf = (list: unknown): readonly unknown[] | null =>
  typeof list === 'object' && list !== null && 'rows' in list && Array.isArray(list.rows) ? list.rows : null

function isEnvelope(answer: unknown, { list }: CallWire): answer is Partial<Envelope> {
  if (!hasEnvelope(answer)) return false
  const ok = !('code' in answer) || answer.code === 200
  return !ok || !list || ('rows' in answer && Array.isArray(answer.rows))
}

function numbersOf(data: unknown): Readonly<Record<string, number>> {
  if (typeof data !== 'object' || data === null || !('numbers' in data)) return {}
  const { numbers } = data
  if (typeof numbers !== 'object' || numbers === null) return {}
  return Object.fromEntries(
    Object.entries(numbers).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}
