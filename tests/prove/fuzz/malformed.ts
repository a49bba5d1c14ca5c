import type { Call } from '../../../src/contract/call.ts'
import { API_BASE } from '../../../src/contract/constants.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import type { Example, Fields } from './examples.ts'
import { junk, noise, pick } from './junk.ts'
import type { Random } from './junk.ts'

export interface Malformed {
  /** Name of the error, and the call that has it. */
  readonly what: string
  readonly method: string
  /** Path below the server's root. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

export interface Ground {
  readonly session: WorldSession
  readonly other: WorldSession
  readonly examples: readonly Example[]
  readonly endedToken: string
  readonly usedTicket: string
  /** For the other session; never used. */
  readonly otherTicket: string
  readonly random: Random
}

/** A request with one thing wrong in it. */
export function malformed(ground: Ground): Malformed {
  for (;;) {
    const example = pick(ground.random, ground.examples)
    const found = pick(ground.random, KINDS)(ground, example)
    if (found) return found
  }
}

/** `null`: the call cannot be wrong in this way. */
type Kind = (ground: Ground, example: Example) => Malformed | null

const POISON = ['{"__proto__":{"admin":true},', '{"constructor":{"prototype":{"x":1}},', '{"prototype":1,']

const KINDS: readonly Kind[] = [
  // Listed three times: most errors are in a field.
  wrongField,
  wrongField,
  wrongField,
  missingField,
  (ground, example) =>
    ofText(ground, example, 'truncated JSON', (text) =>
      Buffer.from(text.slice(0, Math.floor(ground.random() * (text.length - 1))) || '{'),
    ),
  (ground, example) =>
    ofText(ground, example, 'broken UTF-8', (text) =>
      Buffer.concat([Buffer.from(text.slice(0, 2)), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(text.slice(2))]),
    ),
  (ground, example) =>
    ofText(ground, example, 'noise for JSON', () => Buffer.concat([Buffer.from('{'), noise(ground.random, 300)])),
  (ground, example) =>
    ofText(ground, example, 'a prototype key', (text) => Buffer.from(text.replace('{', pick(ground.random, POISON)))),
  (ground, example) =>
    ofText(ground, example, 'deep nesting', (text) =>
      Buffer.from(text.replace('{', `{"x":${'['.repeat(20 + Math.floor(ground.random() * 9_000))}`)),
    ),
  (ground, example) =>
    ofText(ground, example, 'depth that closes', (text) => {
      const depth = 20 + Math.floor(ground.random() * 9_000)
      return Buffer.from(text.replace('{', `{"x":${'['.repeat(depth)}${']'.repeat(depth)},`))
    }),
  (ground, example) =>
    ofText(ground, example, 'a huge body', (text) =>
      Buffer.from(text.replace('{', `{"x":"${'x'.repeat(66_000 + Math.floor(ground.random() * 200_000))}",`)),
    ),
  (ground, example) =>
    ofText(ground, example, 'half a surrogate or NUL', (text) =>
      Buffer.from(text.replace('{', `{"x":"${pick(ground.random, ['\\ud800', '\\udc00\\ud800', '\\u0000'])}",`)),
    ),
  (ground, example) =>
    ofText(ground, example, 'no object', () =>
      Buffer.from(pick(ground.random, ['null', '[]', '42', '"text"', 'true', '[{}]', ''])),
    ),
  wrongType,
  wrongToken,
  wrongToken,
  wrongIdentity,
  anotherSession,
  replayedTicket,
  wrongPath,
  queryTwice,
]

function wrongField(ground: Ground, example: Example): Malformed | null {
  const part = pick(ground.random, ['params', 'query', 'body'] as const)
  const fields = example[part]
  const names = Object.keys(fields ?? {})
  if (names.length === 0) return null
  const name = pick(ground.random, names)
  const value = part === 'body' ? junk(ground.random) : textOf(junk(ground.random))
  const changed = { ...fields, [name]: value }
  // A path may hold any text, and an unknown id is a valid question.
  if (!refuses(example.call, part, changed) || (part === 'params' && value === '')) return null
  return request(ground, { ...example, [part]: changed }, `${part}.${name} is wrong`)
}

function missingField(ground: Ground, example: Example): Malformed | null {
  const part = pick(ground.random, ['query', 'body'] as const)
  const name = pick(ground.random, [...Object.keys(example[part] ?? {}), 'nothing'])
  const changed = Object.fromEntries(Object.entries(example[part] ?? {}).filter(([one]) => one !== name))
  return refuses(example.call, part, changed)
    ? request(ground, { ...example, [part]: changed }, `${part}.${name} is missing`)
    : null
}

const refuses = (call: Call, part: 'params' | 'query' | 'body', fields: Fields): boolean =>
  call[part]?.safeParse(fields).success === false

function ofText(ground: Ground, example: Example, what: string, spoil: (text: string) => Buffer): Malformed | null {
  if (example.body === null) return null
  return { ...request(ground, example, what), body: spoil(JSON.stringify(example.body)) }
}

function wrongType(ground: Ground, example: Example): Malformed | null {
  if (example.body === null) return null
  const sent = request(ground, example, 'a wrong content type')
  return {
    ...sent,
    headers: {
      ...sent.headers,
      'content-type': pick(ground.random, [
        'text/plain',
        'application/xml',
        'multipart/form-data',
        'application/x-www-form-urlencoded',
        'x',
        'application/json5',
      ]),
    },
  }
}

/** Signing out with a token that has ended already is no error. */
const ENDINGS: ReadonlySet<string> = new Set(['logout', 'assemblyLogout'])

function wrongToken(ground: Ground, example: Example): Malformed | null {
  const { random, session, endedToken } = ground
  if (example.call.token === 'none') return null
  const buyer = pick(random, session.bidders)
  const kinds: Record<string, string | null> = {
    'no token': null,
    'a token of noise': `Bearer ${noise(random, 60).toString('base64url')}`,
    'a token too long': `Bearer ${'x'.repeat(5_000)}`,
    'another scheme': `Basic ${buyer.venueToken}`,
    'a token cut off': `Bearer ${buyer.venueToken.slice(0, -3)}`,
    'an empty token': 'Bearer ',
    'two tokens': `Bearer ${buyer.venueToken} ${buyer.sellerToken}`,
    ...(!ENDINGS.has(example.name) && { 'an ended token': `Bearer ${endedToken}` }),
    ...(example.call.token === 'seller' && { 'a venue token': `Bearer ${buyer.venueToken}` }),
    ...(example.call.token === 'venue' && { 'a seller token': `Bearer ${buyer.sellerToken}` }),
  }
  const what = pick(random, Object.keys(kinds))
  const authorization = kinds[what] ?? null
  const { authorization: _good, ...headers } = request(ground, example, what).headers
  return {
    ...request(ground, example, what),
    headers: { ...headers, ...(authorization !== null && { authorization }) },
  }
}

/** Reading and speaking are open to all roles; these are not. */
const OF_PART: ReadonlySet<string> = new Set(['bidOrCounteroffer', 'ceilingSet', 'ceilingDrop'])

function wrongIdentity(ground: Ground, example: Example): Malformed | null {
  const { session, random } = ground
  if (example.call.token !== 'venue' || (example.part === 'buyer' && !OF_PART.has(example.name))) return null
  const outsiders: Record<Example['part'], readonly Member[]> = {
    host: [session.seller, session.audience, ...session.bidders],
    seller: [session.host, session.audience, ...session.bidders],
    // Sellers counter by the same call, so the law refuses a seller's bid, and its verdict is stored by its key.
    buyer: [session.host, session.audience, ...(example.name === 'bidOrCounteroffer' ? [] : [session.seller])],
  }
  const other = pick(random, outsiders[example.part])
  const sent = request(ground, example, `identity ${other.identity}`)
  return { ...sent, headers: { ...sent.headers, authorization: `Bearer ${other.venueToken}` } }
}

function anotherSession(ground: Ground, example: Example): Malformed | null {
  const { other, random } = ground
  if (example.call.token !== 'venue') return null
  const part = example.body === null ? 'query' : 'body'
  const fields = example[part] ?? {}
  const name = pick(random, ['scheduleTimelineId', 'contractObjectId'])
  if (!(name in fields)) return null
  return request(
    ground,
    { ...example, [part]: { ...fields, [name]: name === 'scheduleTimelineId' ? other.id : (other.lots[0]?.id ?? '') } },
    `another session's ${name}`,
  )
}

function replayedTicket(ground: Ground, example: Example): Malformed | null {
  if (example.name !== 'assemblyLogin') return null
  const { usedTicket, otherTicket, random, session } = ground
  const ticket = pick(random, [
    usedTicket,
    otherTicket,
    `${usedTicket}x`,
    session.bidders[0]?.sellerToken ?? '',
    session.bidders[0]?.venueToken ?? '',
  ])
  return request(ground, { ...example, body: { scheduleTimelineId: session.id, ticket } }, 'a ticket that is not good')
}

function wrongPath(ground: Ground, example: Example): Malformed | null {
  const { random } = ground
  const sent = request(ground, example, 'a path or method that is none')
  const [path] = sent.path.split('?')
  const wrong = pick(random, [
    `${path}/more`,
    `${path}%`,
    `${path}%zz`,
    `${path}%c3%28`,
    `${API_BASE}/../../etc/passwd`,
    `${API_BASE}//`,
    `${API_BASE}/${'x'.repeat(3_000)}`,
    `${API_BASE}/auction/__proto__`,
  ])
  const method = pick(random, ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'])
  // Of uploads tus asks by OPTIONS what the server can do.
  const isAsked = method === 'OPTIONS' && 'raw' in example.call && example.call.raw === 'tus'
  // A call by another method may be another call; an unknown path is unknown to every method.
  return random() < 0.5 || isAsked || method === example.call.method || path?.endsWith('/constructor')
    ? { ...sent, path: wrong }
    : { ...sent, method, body: null, headers: withoutType(sent.headers), path: `${path}` }
}

function queryTwice(ground: Ground, example: Example): Malformed | null {
  const [name] = Object.keys(example.query)
  if (name === undefined) return null
  const sent = request(ground, example, 'a query given twice')
  return { ...sent, path: `${sent.path}&${name}=x` }
}

const withoutType = ({ 'content-type': _type, ...headers }: Readonly<Record<string, string>>) => headers

function request(
  { session, random }: Ground,
  { name, call, part, params, query, body }: Example,
  what: string,
): Malformed {
  const member = part === 'buyer' ? pick(random, session.bidders) : session[part]
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(textOf(params[field])))
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, textOf(value)])).toString()
  return {
    what: `${name}: ${what}`,
    method: call.method,
    path: `${API_BASE}${path}${search && `?${search}`}`,
    body: body && Buffer.from(JSON.stringify(body)),
    headers: {
      'accept-language': random() < 0.5 ? 'zh_CN' : 'en_US',
      ...(call.token !== 'none' && {
        authorization: `Bearer ${call.token === 'seller' ? member.sellerToken : member.venueToken}`,
      }),
      ...(body && { 'content-type': 'application/json' }),
    },
  }
}

/** A query holds text alone; half a character is no text. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')
