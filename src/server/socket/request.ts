import type { IncomingMessage } from 'node:http'
import * as z from 'zod'
import { BEARER_PREFIX, type CLOSE, LIVE_PATH, LIVE_PROTOCOL, type Source } from '../../contract/constants.ts'
import type { AnyReason } from '../../contract/codes.ts'
import { CarrierId, ClientFrame, Mark, LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../contract/live.ts'
import { Id } from '../../contract/scalars.ts'
import type { ResumeFrom } from './subscriber.ts'

export interface SocketRequest {
  readonly token: string
  readonly timelineId: string
  /** The client's position to resume from; `null`: none. */
  readonly has: ResumeFrom | null
  /** From the `User-Agent`, which is unverified: shown to the host, never used for a decision. */
  readonly source: Source
}

/**
 * Why a connection is closed right after opening: browsers hide a refused handshake from scripts, but pass on a close
 * code.
 */
export interface TurnedAway {
  readonly close: keyof typeof CLOSE
  readonly reason: AnyReason
}

const Query = z.object({
  scheduleTimelineId: Id,
  epoch: z.string().min(1).max(100).optional(),
  seq: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  privy: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  mark: Mark.optional(),
})

const base = 'http://localhost'

export const isLive = ({ url = '' }: IncomingMessage): boolean => url === LIVE_PATH || url.startsWith(`${LIVE_PATH}?`)

export function askedOf({ url = '', headers }: IncomingMessage, behindProxy: boolean): SocketRequest | TurnedAway {
  return admissible({ url, headers, protocols: offered(headers['sec-websocket-protocol']) }, behindProxy)
}

interface Asked extends Pick<IncomingMessage, 'headers'> {
  readonly url: string
  /** Protocol and token, as a WebSocket offers them. */
  readonly protocols: readonly string[]
}

function admissible({ url, headers, protocols }: Asked, behindProxy: boolean): SocketRequest | TurnedAway {
  if (!protocols.includes(LIVE_PROTOCOL)) return { close: 'badFrame', reason: 'input.invalid' }
  // HTTP/2 names the host as `:authority`.
  const own = first(headers[':authority']) ?? headers.host
  const host = behindProxy ? (first(headers['x-forwarded-host']) ?? own) : own
  if (!isSameHost(headers.origin, host)) return { close: 'notPermitted', reason: 'auth.not_permitted' }
  const query = Query.safeParse(Object.fromEntries(new URL(url, base).searchParams))
  if (!query.success) return { close: 'badFrame', reason: 'input.invalid' }
  const token = protocols.find((one) => one.startsWith(BEARER_PREFIX))?.slice(BEARER_PREFIX.length) ?? ''
  if (token === '') return { close: 'unauthorised', reason: 'auth.token_missing' }
  const { scheduleTimelineId: timelineId, epoch, seq, privy, mark } = query.data
  return {
    token,
    timelineId,
    // Without a mark the client cannot prove that its position is of this log.
    has: epoch === undefined || seq === undefined || mark === undefined ? null : { epoch, seq, privy, mark },
    source: sourceOf(headers['user-agent']),
  }
}

/** The calls of a client whose frames come over HTTP. */
export type HttpCarrier = 'stream' | 'poll' | 'beat'
const CARRIERS: Readonly<Record<string, { readonly carrier: HttpCarrier; readonly method: string }>> = {
  [LIVE_STREAM_PATH]: { carrier: 'stream', method: 'GET' },
  [LIVE_POLL_PATH]: { carrier: 'poll', method: 'GET' },
  [LIVE_BEAT_PATH]: { carrier: 'beat', method: 'POST' },
}

export interface HttpRequest extends SocketRequest {
  readonly carrier: HttpCarrier
  /** Names the client's visit, which goes on from one answer to the next. */
  readonly id: string
  /** The heartbeat that the request carries. */
  readonly beat: z.output<typeof ClientFrame>
  /** `false`: a poll is answered at once, with the welcome. */
  readonly waits: boolean
}

const HttpQuery = z.object({
  protocol: z.string(),
  id: CarrierId,
  t: z.coerce.number().optional(),
  delay: z.coerce.number().optional(),
  tick: z.coerce.number().optional(),
  wait: z.enum(['0', '1']).optional(),
})

/** `null`: not a call of the live connection. */
export function carriedOf(request: IncomingMessage, behindProxy: boolean): HttpRequest | TurnedAway | null {
  const { url = '', headers, method } = request
  const known = CARRIERS[url.split('?', 1)[0] ?? '']
  if (known === undefined || known.method !== method) return null
  const query = HttpQuery.safeParse(Object.fromEntries(new URL(url, base).searchParams))
  if (!query.success) return { close: 'badFrame', reason: 'input.invalid' }
  const { protocol, id, t, delay, tick: seq, wait } = query.data
  const beat = ClientFrame.safeParse({
    sendType: '1',
    ...(t !== undefined && { t }),
    ...(delay !== undefined && { delay }),
    ...(seq !== undefined && { seq }),
  })
  if (!beat.success) return { close: 'badFrame', reason: 'input.invalid' }
  const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const asked = admissible({ url, headers, protocols: [protocol, `${BEARER_PREFIX}${token}`] }, behindProxy)
  return 'close' in asked ? asked : { ...asked, carrier: known.carrier, id, beat: beat.data, waits: wait !== '0' }
}

const offered = (header: string | undefined): readonly string[] => (header ?? '').split(',').map((one) => one.trim())

const DEVICES: readonly (readonly [RegExp, Source])[] = [
  [/MicroMessenger/i, 'wechat'],
  [/iPad|Tablet|Android(?!.*Mobile)/i, 'tablet'],
  [/Mobi|iPhone|Android|HarmonyOS/i, 'phone'],
  [/Windows|Macintosh|X11|CrOS|Linux/i, 'computer'],
]
export const sourceOf = (agent: string | undefined): Source =>
  DEVICES.find(([looks]) => looks.test(agent ?? ''))?.[1] ?? 'other'

/** Each proxy appends to the header, so the first value is the browser's. */
const first = (header: string | string[] | undefined): string | undefined => [header].flat()[0]?.split(',')[0]?.trim()

/**
 * A page of another site must not open our rooms in its visitor's browser. Clients other than browsers send no origin.
 */
function isSameHost(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}

/** The close code for a token's refusal. */
export function turnedAway(reason: AnyReason): TurnedAway {
  switch (reason) {
    case 'auth.wrong_session':
    case 'auth.not_permitted':
    case 'auth.account_suspended':
    case 'auth.second_factor_required':
      return { close: 'notPermitted', reason }
    case 'session.not_found':
    case 'resource.not_found':
      return { close: 'notFound', reason }
    default:
      return { close: 'unauthorised', reason }
  }
}
