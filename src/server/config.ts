import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { bucketAddress } from './files/address.ts'
import type { BucketAddress } from './files/address.ts'
import { isLoopback } from './loopback.ts'
import { PUSH_HOSTS } from './notify/post.ts'

export interface Config {
  readonly host: string
  readonly port: number
  readonly dataDir: string
  /** `null`: the embedded database below `dataDir`. */
  readonly databaseUrl: string | null
  /** The owner of the tables, who migrates them; `null`: the serving user. */
  readonly databaseOwnerUrl: string | null
  /** Commits are expected to wait for a standby. */
  readonly databaseSync: boolean
  /** Keys from outside the database, newest first; `null`: `DATA_DIR/secret.key`. */
  readonly secretKey: string | null
  /** The bucket that uploads are in, and its keys; `null`: below `dataDir`. */
  readonly bucket: (BucketAddress & { readonly accessKey: string; readonly secretKey: string }) | null
  readonly demo: boolean
  /** Fastify's setting: off, a number of proxies, or their addresses. */
  readonly trustProxy: false | number | string[]
  /** The addresses that people open, as origins; empty: any host name is served. */
  readonly publicUrls: readonly string[]
  /** PEM files, read again while the server runs; `null`: HTTP without TLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** `null`: `/metrics` answers this machine alone. */
  readonly metricsToken: string | null
  /** Where weaknesses are reported, `mailto:` or `https:`; `null`: nowhere. */
  readonly securityContact: string | null
  /** `null`: mails stay in the outbox. */
  readonly smtpUrl: string | null
  readonly mailFrom: string
  /** `null`: short messages stay in the outbox. */
  readonly smsUrl: string | null
  readonly smsToken: string | null
  /** Hosts of push services; `*.name` is every host below `name`. */
  readonly pushHosts: readonly string[]
  /** Codes that may be sent in an hour, to all numbers and addresses together. */
  readonly messagesPerHour: number
  /** Operators are signed out after so long without activity. */
  readonly operatorIdleMinutes: number
  /** Live connections that this node admits. */
  readonly liveConnections: number
  /** A collector of OpenTelemetry traces; `null`: no traces. */
  readonly otlpEndpoint: string | null
  readonly nodeId: string
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Lines of the audit trail go to the log as well. */
  readonly auditLog: boolean
}

/** The environment's errors, one line per variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** One address that machines take: plain letters, a host. */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9-]{2,63}$/i
/** `a@b.cn`, `Name <a@b.cn>` or `"Name, Ltd." <a@b.cn>`. */
function isSender(text: string): boolean {
  const [, quoted, name, address] = /^(?:"([^"\r\n]*)"|([^"<>@,;:\r\n]*))\s*<([^<>]+)>$/.exec(text) ?? []
  return address === undefined ? ADDRESS.test(text) : ADDRESS.test(address) && (quoted ?? name ?? '').length <= 200
}
/** The address of a sender. */
export const addressOf = (sender: string): string => /<([^<>]+)>$/.exec(sender)?.[1] ?? sender
/** A `%` that is no escape cannot be decoded. */
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
const wholeNumber = (most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().max(most))
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const path = z.string().transform((name) => resolve(name))
const networks = z
  .string()
  .transform((list) => list.split(',').map((part) => part.trim()))
  .pipe(z.array(network))

const Environment = z.object({
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/)
    .default('127.0.0.1'),
  PORT: wholeNumber(65_535).default(8007),
  DATA_DIR: z
    .string()
    .default('./data')
    .transform((name) => resolve(name)),
  DATABASE_URL: url('postgres:', 'postgresql:').nullable().default(null),
  DATABASE_OWNER_URL: url('postgres:', 'postgresql:').nullable().default(null),
  DATABASE_SYNC: z.enum(['0', '1']).default('0'),
  SECRET_KEY: z
    .string()
    .regex(/^[\w-]{43}=?(,[\w-]{43}=?){0,4}$/)
    .nullable()
    .default(null),
  FILES_URL: z
    .string()
    .transform(bucketAddress)
    .refine((address) => address !== null)
    .nullable()
    .default(null),
  FILES_ACCESS_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .nullable()
    .default(null),
  FILES_SECRET_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .nullable()
    .default(null),
  DEMO: z.enum(['0', '1']).optional(),
  TRUST_PROXY: z.union([wholeNumber(10), networks]).default(0),
  TLS_CERT: path.nullable().default(null),
  TLS_KEY: path.nullable().default(null),
  PUBLIC_URL: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim()))
    .pipe(z.array(url('http:', 'https:').transform((text) => new URL(text).origin)).max(20))
    .default([]),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,500}$/)
    .nullable()
    .default(null),
  SECURITY_CONTACT: url('mailto:', 'https:')
    .transform((text) => new URL(text).href)
    .nullable()
    .default(null),
  SMTP_URL: url('smtp:', 'smtps:').nullable().default(null),
  MAIL_FROM: z.string().refine(isSender).default('Timber Sale Room <noreply@localhost>'),
  SMS_URL: url('https:', 'http:').nullable().default(null),
  SMS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{1,500}$/)
    .nullable()
    .default(null),
  PUSH_HOSTS: z
    .string()
    .transform((list) => list.split(',').map((part) => part.trim().toLowerCase()))
    .pipe(z.array(z.string().regex(/^(\*\.)?([a-z\d-]+\.)+[a-z][a-z\d-]*$/)).max(50))
    .default([...PUSH_HOSTS]),
  MESSAGES_PER_HOUR: wholeNumber(100_000).default(600),
  OPERATOR_IDLE_MINUTES: wholeNumber(1_440).pipe(z.number().min(5)).default(30),
  LIVE_CONNECTIONS: wholeNumber(1_000_000).pipe(z.number().min(10)).default(20_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').nullable().default(null),
  NODE_ID: z
    .string()
    .regex(/^[\w.-]{1,40}$/)
    .default(() => randomBytes(6).toString('hex')),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('warn'),
  AUDIT_LOG: z.enum(['0', '1']).default('0'),
})
type Name = keyof z.output<typeof Environment>

/** Source of the README's table and of error messages. */
export const VARIABLES: Readonly<
  Record<Name, { readonly unset: string; readonly allowed: string; readonly about: string }>
> = {
  HOST: {
    unset: '127.0.0.1',
    allowed: 'an address or a host name',
    about: 'Where the server listens; `0.0.0.0` is every network of this machine.',
  },
  PORT: { unset: '8007', allowed: 'a whole number from 0 to 65535', about: 'The port; 0 takes a free one.' },
  DATA_DIR: {
    unset: './data',
    allowed: 'a folder',
    about:
      'Where the embedded database, pictures and uploads are kept. Nodes that share a database share this folder too, unless uploads are in a bucket (`FILES_URL`).',
  },
  DATABASE_URL: {
    unset: 'the embedded database',
    allowed: 'an address like postgres://user:password@host:5432/name',
    about:
      'A PostgreSQL (14 or newer) of your own, reached directly: a pooler in transaction mode drops `LISTEN` and advisory locks.',
  },
  DATABASE_OWNER_URL: {
    unset: 'DATABASE_URL’s user does it',
    allowed: 'an address like postgres://user:password@host:5432/name',
    about:
      'The owner of the tables, who migrates them and gives the user of `DATABASE_URL` what serving takes: rows of all tables, of the audit trail to read and add alone.',
  },
  DATABASE_SYNC: {
    unset: '0',
    allowed: '0 or 1',
    about:
      'Says that commits wait for a standby ([docs/deploy.md](docs/deploy.md)). Where they do not, `/readyz` warns, still with 200, and `database_sync_alarm` in `/metrics` is 1.',
  },
  SECRET_KEY: {
    unset: '`secret.key` in `DATA_DIR`, made at the first start (0600)',
    allowed: 'a key of 32 bytes as base64url, or up to five separated by commas, the newest first',
    about:
      'Encrypts what the database must not tell: the private key of receipts, secrets of authenticator apps. Keep a copy apart from the database’s. `npm run admin -- rotate-secret-key` encrypts all anew with the newest key.',
  },
  FILES_URL: {
    unset: 'uploads are in `DATA_DIR/files`',
    allowed:
      'an address like s3://bucket/folder?endpoint=https://host&region=name, with &style=host if the bucket is part of the host name',
    about:
      'An object store (S3 protocol) that keeps uploads; beyond this machine by `https:` alone. Copy the files that are there before with `npm run admin -- copy-files` ([docs/deploy.md](docs/deploy.md#object-store)).',
  },
  FILES_ACCESS_KEY: {
    unset: 'none; `FILES_URL` needs it',
    allowed: 'up to 200 printable characters',
    about: 'The access key of the object store, which may list, read, write and delete objects of the bucket.',
  },
  FILES_SECRET_KEY: {
    unset: 'none; `FILES_URL` needs it',
    allowed: 'up to 200 printable characters',
    about: 'The secret that belongs to `FILES_ACCESS_KEY`. It signs requests and is never sent.',
  },
  DEMO: {
    unset: '1 on loopback while `TRUST_PROXY`, `TLS_CERT`, `SMTP_URL` and `SMS_URL` are not set, else 0',
    allowed: '0 or 1; 1 only while HOST is loopback',
    about:
      'The demo world: accounts with a known password, catalogues, a practice sale. It answers this machine alone (loopback host names, nothing that a proxy passed on). A database that holds it is refused with `DEMO=0`.',
  },
  TRUST_PROXY: {
    unset: '0',
    allowed: 'a number of proxies (at most 10), or their addresses or networks (CIDR) separated by commas',
    about: 'Which proxies in front of the server are believed about where a request came from.',
  },
  TLS_CERT: {
    unset: 'HTTP without TLS',
    allowed: 'a file',
    about:
      'The certificate with its chain (PEM). With it the server speaks TLS alone: HTTP/2, and HTTP/1.1 to clients that lack it. The files are read again every few seconds; a pair that cannot be used is logged, and the old one goes on serving.',
  },
  TLS_KEY: {
    unset: 'HTTP without TLS',
    allowed: 'a file',
    about: 'The key of `TLS_CERT` (PEM, without a passphrase).',
  },
  PUBLIC_URL: {
    unset: 'any host name is served',
    allowed: 'up to 20 addresses like https://sale.example, separated by commas, the main one first',
    about:
      'Where people open the app. Requests for any other host name are refused (421), except `/healthz`, `/readyz`, `/metrics` and `/status`; pages name the first as their own. Push messages are offered only if it is an `https` address.',
  },
  METRICS_TOKEN: {
    unset: '`/metrics` answers this machine alone',
    allowed: '16 to 500 printable characters',
    about: 'Lets other machines read `/metrics`, sent as `Authorization: Bearer …`.',
  },
  SECURITY_CONTACT: {
    unset: 'no contact is named',
    allowed: 'an address like mailto:security@sale.example or https://sale.example/security',
    about: 'Where weaknesses are reported; `/.well-known/security.txt` names it (RFC 9116).',
  },
  SMTP_URL: {
    unset: 'mails stay in the outbox',
    allowed: 'an address like smtps://user:password@host:465',
    about:
      'The server that mails go out by. Beyond this machine over TLS alone: from the start (`smtps:`) or by STARTTLS, without which nothing is sent. `PUBLIC_URL` is needed along with it, unless only this machine is served.',
  },
  MAIL_FROM: {
    unset: 'Timber Sale Room <noreply@localhost>',
    allowed: 'one mail address, with or without a name: Timber Sale Room <sale@example.com>',
    about: 'The sender of mails.',
  },
  SMS_URL: {
    unset: 'short messages stay in the outbox',
    allowed: 'an address like https://sms.example.com/send',
    about:
      'A provider of short messages, beyond this machine by `https:` alone: it gets `POST {"to","text","id"}` as JSON and answers 2xx when it took the message; a status from 400 to 499 with `{"code":"invalid_number"}` refuses the number for good, after anything else it is tried again until it expires.',
  },
  SMS_TOKEN: {
    unset: 'none',
    allowed: 'up to 500 printable characters',
    about: 'Sent to the provider as `Authorization: Bearer …`.',
  },
  PUSH_HOSTS: {
    unset: PUSH_HOSTS.map((host) => `\`${host}\``).join(', '),
    allowed: 'up to 50 host names separated by commas; `*.name` is every host below `name`',
    about:
      'Where push messages go: a browser names its push service, and any other host is refused. Name all of them to add one.',
  },
  MESSAGES_PER_HOUR: {
    unset: '600',
    allowed: 'a whole number from 0 to 100000',
    about:
      'Codes that may be sent in an hour, by all nodes to all numbers and addresses. Unknown callers get four fifths; the rest is for devices that know their account. `message_budget_alarm` in `/metrics` says when it ran out.',
  },
  OPERATOR_IDLE_MINUTES: {
    unset: '30',
    allowed: 'a whole number from 5 to 1440',
    about:
      'Operators are signed out after so many minutes without activity; what they typed is kept. An open room counts as activity.',
  },
  LIVE_CONNECTIONS: {
    unset: '20000',
    allowed: 'a whole number from 10 to 1000000',
    about:
      'Live connections that this node admits, at some 6 KiB each and one open file; the last tenth is kept for buyers, sellers, hosts and operators. Others are told to try again, and a load balancer sends them elsewhere ([docs/deploy.md](docs/deploy.md)).',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    unset: 'no traces',
    allowed: 'an address like http://collector:4318',
    about:
      'Where traces of bids go (OTLP over HTTP, below it at `/v1/traces`); headers for it from `OTEL_EXPORTER_OTLP_HEADERS`. See [docs/deploy.md](docs/deploy.md).',
  },
  NODE_ID: {
    unset: 'random',
    allowed: 'up to 40 letters, digits, ".", "-" and "_"',
    about: 'Tells this node from others that share its database.',
  },
  LOG_LEVEL: {
    unset: 'warn',
    allowed: LOG_LEVELS.join(', '),
    about: 'How much is logged, as JSON lines on standard output.',
  },
  AUDIT_LOG: {
    unset: '0',
    allowed: '0 or 1',
    about:
      'With 1 each line of the audit trail is logged as well, at any `LOG_LEVEL` but `silent`, for a collector that keeps it apart from the database. It names people and addresses.',
  },
}

/** Variables that hold passwords. */
const SECRET: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SECRET_KEY',
  'FILES_URL',
  'FILES_ACCESS_KEY',
  'FILES_SECRET_KEY',
  'SMTP_URL',
  'SMS_URL',
  'SMS_TOKEN',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
])

/** Secrets as they are, or from the file that `{name}_FILE` names, as a vault or systemd gives them. */
function withSecrets(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const read = [...SECRET].flatMap((name) => {
    const file = environment[`${name}_FILE`]
    if (!file) return []
    if (environment[name]) throw new ConfigError(`${name} and ${name}_FILE are not allowed together.`)
    try {
      return [[name, readFileSync(file, 'utf8').trim()] as const]
    } catch {
      throw new ConfigError(`${name}_FILE=${file} cannot be read.`)
    }
  })
  return { ...environment, ...Object.fromEntries(read) }
}

/** The environment, checked once at start. An empty variable counts as not set. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const environment = withSecrets(given)
  const { success, data, error } = Environment.safeParse(
    Object.fromEntries(Object.entries(environment).filter(([, value]) => value)),
  )
  if (!success) {
    const names = new Set(error.issues.map(({ path }) => String(path[0])).filter(isName))
    throw new ConfigError(
      [...names]
        .map(
          (name) =>
            `${name}=${SECRET.has(name) ? '…' : environment[name]} is not allowed; it takes ${VARIABLES[name].allowed}.`,
        )
        .join('\n'),
    )
  }
  const local = isLoopback(data.HOST)
  if (data.DEMO === '1' && !local)
    throw new ConfigError(
      `DEMO=1 is not allowed with HOST=${data.HOST}: the accounts of the demo world have a published password, so it is served to this machine alone.`,
    )
  if ((data.TLS_CERT === null) !== (data.TLS_KEY === null))
    throw new ConfigError(
      `${data.TLS_CERT === null ? 'TLS_KEY' : 'TLS_CERT'} alone is not allowed: a certificate and its key come together.`,
    )
  if (data.DEMO === '1' && data.TLS_CERT !== null)
    throw new ConfigError(
      'DEMO=1 is not allowed with TLS_CERT: the robots of the practice sale reach this machine by a loopback name, for which there is no certificate.',
    )
  if (data.SMS_URL !== null && isPlainBeyond(data.SMS_URL))
    throw new ConfigError(
      'SMS_URL=… is not allowed: codes and the provider’s token would cross the network in the clear. It takes https:, or http: on this machine.',
    )
  if (data.SMTP_URL !== null && isWithoutTls(data.SMTP_URL))
    throw new ConfigError(
      'SMTP_URL=… is not allowed: it turns TLS off, and codes and the password would cross the network in the clear. Leave its parameters out.',
    )
  if (data.SMTP_URL !== null && !isDecodable(credentialsOf(data.SMTP_URL)))
    throw new ConfigError(
      'SMTP_URL=… is not allowed: its user or password has a % that is no escape. Write % as %25, @ as %40, : as %3A and / as %2F.',
    )
  if (data.SMTP_URL !== null && !local && data.PUBLIC_URL.length === 0)
    throw new ConfigError(
      'SMTP_URL needs PUBLIC_URL, the address that people know the site by: links in mails are made of it.',
    )
  if (data.FILES_URL !== null && isPlainBeyond(data.FILES_URL.url))
    throw new ConfigError(
      'FILES_URL=… is not allowed: people’s documents would cross the network in the clear. It takes an endpoint of https:, or http: on this machine.',
    )
  if (data.FILES_URL !== null && (data.FILES_ACCESS_KEY === null || data.FILES_SECRET_KEY === null))
    throw new ConfigError('FILES_URL needs FILES_ACCESS_KEY and FILES_SECRET_KEY.')
  const tls = data.TLS_CERT !== null && data.TLS_KEY !== null ? { cert: data.TLS_CERT, key: data.TLS_KEY } : null
  const alone = local && data.TRUST_PROXY === 0 && tls === null && data.SMTP_URL === null && data.SMS_URL === null
  return {
    host: data.HOST,
    port: data.PORT,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    databaseOwnerUrl: data.DATABASE_OWNER_URL,
    databaseSync: data.DATABASE_SYNC === '1',
    secretKey: data.SECRET_KEY,
    bucket: data.FILES_URL && {
      ...data.FILES_URL,
      accessKey: data.FILES_ACCESS_KEY ?? '',
      secretKey: data.FILES_SECRET_KEY ?? '',
    },
    demo: data.DEMO === undefined ? alone : data.DEMO === '1',
    trustProxy: data.TRUST_PROXY === 0 ? false : data.TRUST_PROXY,
    publicUrls: [...new Set(data.PUBLIC_URL)],
    tls,
    metricsToken: data.METRICS_TOKEN,
    securityContact: data.SECURITY_CONTACT,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM,
    smsUrl: data.SMS_URL,
    smsToken: data.SMS_TOKEN,
    pushHosts: [...new Set(data.PUSH_HOSTS)],
    messagesPerHour: data.MESSAGES_PER_HOUR,
    operatorIdleMinutes: data.OPERATOR_IDLE_MINUTES,
    liveConnections: data.LIVE_CONNECTIONS,
    otlpEndpoint: data.OTEL_EXPORTER_OTLP_ENDPOINT,
    nodeId: data.NODE_ID,
    logLevel: data.LOG_LEVEL,
    auditLog: data.AUDIT_LOG === '1',
  }
}

const credentialsOf = (address: string): string => {
  const { username, password } = new URL(address)
  return username + password
}

const isPlainBeyond = (address: string): boolean => {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && !isLoopback(hostname)
}

/** Some mail parameters turn off STARTTLS or the check of certificates, so an address with parameters is refused. */
const isWithoutTls = (address: string): boolean => new URL(address).search !== ''

/** In the demo world, while no provider carries messages, codes are shown on screen; never otherwise. */
export const showsCodes = ({ demo, smtpUrl, smsUrl }: Pick<Config, 'demo' | 'smtpUrl' | 'smsUrl'>): boolean =>
  demo && smtpUrl === null && smsUrl === null

const isName = (name: string): name is Name => name in VARIABLES
