import * as z from 'zod'
import type { AnyCall } from './call.ts'
import * as table from './calls/index.ts'
import { CODE } from './codes.ts'
import { ALL_REASONS } from './reasons.ts'
import { API_BASE } from './constants.ts'
import { RATE_LIMITS, type RateLimit } from './limits.ts'
import { LIVE_ABOUT } from './openapi-live.ts'
import { Receipt, ReasonCode, Verdict } from './verdict.ts'
import type { TokenKind } from './wire.ts'

/** A JSON document. */
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type JsonObject = { readonly [key: string]: Json }

/** OpenAPI 3.1 of every call, made of the same schemas that the server parses with: it cannot fall behind. */
export function openapi(version: string): JsonObject {
  const found = new Map<string, Json>([
    ['Envelope', ENVELOPE],
    ['InputError', INPUT_ERROR],
  ])
  const paths: Record<string, Record<string, Json>> = {}
  for (const [name, call] of listCalls()) {
    const path = (paths[`${API_BASE}${call.path}`] ??= {})
    path[call.method.toLowerCase()] = operation(name, call, found)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Timber sale room', version, description: `${MANNERS}\n\n${LIVE_ABOUT}` },
    tags: [...new Set(listCalls().map(([, call]) => tagOf(call)))].map((tag) => ({ name: tag })),
    paths,
    components: { schemas: Object.fromEntries(found), securitySchemes: SCHEMES },
  }
}

/** Every call of the contract with its name. */
export function listCalls(): readonly (readonly [string, AnyCall])[] {
  const entries: [string, AnyCall][] = []
  for (const [name, value] of Object.entries(table)) if (isCall(value)) entries.push([name, value])
  return entries
}

const isCall = (value: object): value is AnyCall => 'method' in value && 'path' in value && 'token' in value

/** Schemas that have a name in `calls/` are shared under it. */
const named = z.registry<{ id: string }>()
for (const [id, schema] of [
  ...Object.entries(table),
  ['Verdict', Verdict],
  ['Receipt', Receipt],
  ['ReasonCode', ReasonCode],
] as const) {
  if (schema instanceof z.ZodType) named.add(schema, { id })
}

function operation(name: string, call: AnyCall, found: Map<string, Json>): JsonObject {
  return {
    operationId: name,
    tags: [tagOf(call)],
    summary: call.about,
    security: SECURITY[call.token],
    'x-rate-limits': rateLimitsOf(call).map((limit) => ({ ...limit })),
    parameters: [
      LANGUAGE,
      ...(call.once ? [ONCE] : []),
      ...parameters(call.params, 'path', found),
      ...parameters(call.query, 'query', found),
    ],
    ...(call.body && { requestBody: { required: true, content: json(schemaOf(call.body, found)) } }),
    ...(call.raw === 'upload' && { requestBody: UPLOADED }),
    responses: {
      ...(call.raw === 'tus' && { 201: { description: 'Begun: continue at `Location`.' } }),
      200: call.raw === 'bytes' ? BYTES : { description: answersOf(call), content: json(answer(call, found)) },
      500: { description: 'The system failed.', content: json(ref('Envelope')) },
      503: {
        description: 'The system cannot answer now; whether a command took effect is unknown.',
        content: json(ref('Envelope')),
      },
    },
  }
}

function answer(call: AnyCall, found: Map<string, Json>): Json {
  const properties: Record<string, Json> = call.raw === 'upload' ? { ...FILE_NAMES } : {}
  if (call.data) properties['data'] = schemaOf(call.data, found)
  if (call.rows) {
    properties['rows'] = { type: 'array', items: schemaOf(call.rows, found) }
    properties['total'] = { type: 'integer', minimum: 0 }
  }
  return { allOf: [ref('Envelope'), { type: 'object', properties }] }
}

const answersOf = (call: AnyCall): string =>
  call.verdict
    ? 'Every business answer. `code` 200: done. 601: refused, with its `reason`. Others: see `Envelope`.'
    : 'Every business answer. `code` 200: done. Others: see `Envelope`.'

/** The limits that apply to a call: its own, and its account's when it carries a token. */
const rateLimitsOf = ({ limit, token }: AnyCall): readonly RateLimit[] => [
  ...(limit ? [RATE_LIMITS[limit]] : []),
  ...(token === 'none' ? [] : [RATE_LIMITS.account]),
]

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query', found: Map<string, Json>): Json[] {
  if (!schema) return []
  const { properties, required } = schemaOf(schema, found)
  if (!isObject(properties)) throw new TypeError(`parameters in ${place} are an object`)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: needed.includes(name),
    schema: property,
  }))
}

/** The wire side of a schema; named schemas go to `components`. */
function schemaOf(schema: z.ZodType, found: Map<string, Json>): JsonObject {
  const made = asJson(z.toJSONSchema(schema, { io: 'input', metadata: named, reused: 'inline' }))
  if (!isObject(made)) throw new TypeError('a schema is an object')
  const { $schema: _dialect, $defs, ...rest } = made
  if (isObject($defs)) for (const [id, definition] of Object.entries($defs)) found.set(id, hoist(definition))
  const hoisted = hoist(rest)
  if (!isObject(hoisted)) throw new TypeError('a schema is an object')
  return hoisted
}

/** Turns local references into references to `components` and drops the registry's mark. */
function hoist(value: Json): Json {
  if (Array.isArray(value)) return value.map(hoist)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      if (key === 'id' && typeof inner === 'string') return []
      if (key === '$ref' && typeof inner === 'string')
        return [[key, inner.replace('#/$defs/', '#/components/schemas/')]]
      return [[key, hoist(inner)]]
    }),
  )
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** Through text, because the library's own type of a schema is wider than JSON. */
const asJson = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json
const json = (schema: Json): Json => ({ 'application/json': { schema } })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const tagOf = (call: AnyCall): string =>
  call.path
    .split('/')
    .slice(1, call.path.startsWith('/auth/') ? 2 : 3)
    .join('/')

const SCHEMES: JsonObject = {
  sellerToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Of `POST /auth/login`. Read from the `Authorization` header alone.',
  },
  venueToken: { type: 'http', scheme: 'bearer', description: 'Of `POST /auth/assemblyLogin`: good for one session.' },
}
const SECURITY: Readonly<Record<TokenKind, Json>> = {
  none: [],
  seller: [{ sellerToken: [] }],
  venue: [{ venueToken: [] }],
  either: [{ sellerToken: [] }, { venueToken: [] }],
}
const LANGUAGE: Json = {
  name: 'Accept-Language',
  in: 'header',
  required: false,
  description: 'Language of `msg` and of catalogue texts; `zh_CN` unless English is preferred.',
  schema: { type: 'string', examples: ['zh_CN', 'en_US'] },
}
const ONCE: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Of the sender’s own making: sent again under the same key, the first answer stands.',
  schema: { type: 'string', pattern: '^[\\w-]{16,64}$' },
}
const INPUT_ERROR: Json = {
  type: 'object',
  required: ['path', 'code'],
  description: 'Where input was bad, e.g. `body.price`.',
  properties: {
    path: { type: 'string' },
    code: { type: 'string' },
    value: { type: 'string', description: 'With `lettersMissing`: the characters that documents cannot show.' },
  },
}
const ENVELOPE: Json = {
  type: 'object',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'integer', enum: Object.values(CODE), description: '200: done. A missing code counts as 200.' },
    msg: { type: 'string', description: 'For people, in the language of the request.' },
    reason: { type: 'string', enum: [...ALL_REASONS], description: 'For programs, when `code` is not 200.' },
    errors: { type: 'array', items: ref('InputError'), description: 'With `input.invalid`.' },
  },
}

const UPLOADED: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        required: ['file'],
        properties: {
          file: {
            type: 'array',
            minItems: 1,
            maxItems: 5,
            items: { type: 'string', contentMediaType: 'application/octet-stream' },
          },
          kind: {
            type: 'string',
            enum: ['document', 'picture'],
            description: 'As in the query, which counts if both are given.',
          },
        },
      },
    },
  },
}
const FILE_NAMES: Readonly<Record<string, Json>> = {
  fileName: {
    type: 'string',
    description: 'Path of the (first) file below the base path, with code 200: `/common/files/{fileId}`.',
  },
  fileNames: {
    type: 'array',
    items: { type: 'string' },
    description: 'Of all files, in their order, when there are several.',
  },
}
const BYTES: Json = {
  description: 'The bytes; or, as JSON, why they are not given.',
  content: {
    'application/octet-stream': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } },
    'application/json': { schema: ref('Envelope') },
  },
}

const MANNERS = `Every answer in JSON is an envelope with \`code\` and \`msg\`; a single result is in \`data\`, a list in \`rows\` with \`total\`.
Business errors answer HTTP 200 with their code in the body: 400 bad input, 401 no good token, 403 not permitted, 404 not found, 413 too large,
415 not JSON, 429 too many, 601 refused by the law of the room. HTTP errors mean that the system failed.
\`x-rate-limits\` of a call: \`most\` at once, and one more each \`oneEveryMs\`, for each address or account. Beyond them it answers 429 with \`Retry-After\`.
Money and quantities are decimal strings, times ISO 8601 UTC, ids opaque strings.

A bid is safe to repeat under its \`bidKey\`: same key and same content, same verdict. After its \`notAfter\` an unknown verdict is final.`
