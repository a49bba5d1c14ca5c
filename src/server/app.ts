import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { sql } from 'drizzle-orm'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { AUDIT } from '../contract/audit.ts'
import type { AuditRule } from '../contract/audit.ts'
import { API_BASE } from '../contract/constants.ts'
import { openapi } from '../contract/openapi.ts'
import { openAlarms } from './audit/alarms.ts'
import { recordedBy } from './audit/recording.ts'
import { openTrail } from './audit/trail.ts'
import type { Trail } from './audit/trail.ts'
import { BUDGET, MessageBudget } from './auth/message-budget.ts'
import type { Caller } from './auth/caller.ts'
import { needsFactor } from './auth/permissions.ts'
import type { Keyring } from './secrets/keyring.ts'
import { authenticateWith } from './auth/authenticate.ts'
import { createThrottle } from './auth/throttle.ts'
import { openTokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { openPress } from './documents/press.ts'
import type { Signer } from './receipt.ts'
import { serveDocuments } from './http/documents/serve.ts'
import { guarded } from './http/access.ts'
import { openCatalogue } from './http/catalogue/catalogue.ts'
import { answerError, serveApi } from './http/api.ts'
import type { Files } from './files/files.ts'
import type { Uploads } from './files/uploads.ts'
import type { Imports } from './lots/imports.ts'
import type { Work } from './work/work.ts'
import { openSite } from './http/site/site.ts'
import { drainOnClose } from './http/drain.ts'
import { serveUploads } from './http/files/serve.ts'
import { openGate } from './http/gate.ts'
import { refuseMisdirected, setCommonHeaders, warnOfUntrusted } from './http/hosts.ts'
import { serveHealth } from './http/health.ts'
import { serveUnsubscribe } from './http/notifications/unsubscribe.ts'
import { openUnsubscribe } from './notify/unsubscribe.ts'
import { serveSecurityTxt } from './http/security-txt.ts'
import { serveStatus } from './http/status/routes.ts'
import { serveLive } from './http/live.ts'
import { createAllow } from './http/limits.ts'
import type { Limits } from './http/limits.ts'
import { auditLogOf, loggerOptions, logRequests, newRequestId } from './http/log.ts'
import { HttpMetrics } from './http/metrics.ts'
import { traceBids } from './http/trace.ts'
import { answerNotHttp } from './http/not-http.ts'
import { logRefused } from './http/refused.ts'
import { askOf } from './http/pages/ask.ts'
import { openPages } from './http/pages/pages.ts'
import { linkFacts } from './http/pages/link-facts.ts'
import { servePictures } from './http/pictures.ts'
import { serveAuditExport } from './http/operator/audit.ts'
import type { Route } from './http/route.ts'
import { routesOf } from './http/routes.ts'
import type { CallName } from './http/routes.ts'
import type { Carriers } from './http/operator/outbox.ts'
import { serveWeb } from './http/web.ts'
import { PUSH_HOSTS } from './notify/post.ts'
import type { Pictures } from './pictures/store.ts'
import type { Clock, Impairment, Rooms } from './ports.ts'
import type { Live } from './socket/live.ts'
import type { Metric } from './room/metrics.ts'
import type { Store } from './store/open.ts'
import type { Tracing } from './tracing/tracing.ts'

export interface AppOptions {
  readonly config: Pick<Config, 'trustProxy' | 'logLevel'> &
    Partial<
      Pick<
        Config,
        | 'messagesPerHour'
        | 'publicUrls'
        | 'metricsToken'
        | 'securityContact'
        | 'operatorIdleMinutes'
        | 'pushHosts'
        | 'auditLog'
      >
    >
  readonly store: Pick<Store, 'db' | 'log' | 'reports'>
  readonly rooms: Rooms
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'find'>
  readonly files: Files
  readonly uploads: Uploads
  readonly imports: Pick<Imports, 'wake' | 'short'>
  readonly work: Work
  readonly keyring: Keyring
  readonly signer: Pick<Signer, 'sign' | 'seal'>
  /** Public key by which push services know this installation. */
  /** `null`: push messages are not offered, because the site has no `https` address. */
  readonly pushKey: string | null
  /** `required` everywhere but in the demo world: operators and hosts do nothing without a second factor. */
  readonly secondFactor?: 'required'
  /** Channels with a provider; messages of other channels stay readable for the operator. */
  readonly carriers: Carriers
  /** The built app: `dist/app`. */
  readonly webDir: string
  /** Folder of hashed files that all nodes share; none: this build's are served alone. */
  readonly sharedWebDir?: string
  readonly version: string
  /** Rejects while this node cannot serve for reasons of its own (shutting down); the database is checked here. */
  readonly ready?: () => Promise<void>
  /** Whether callers shall go to another node. */
  readonly sendsAway?: () => boolean
  /** What this node lacks though it can serve. */
  readonly impaired?: () => Promise<readonly Impairment[]>
  /** Counters of other modules. */
  readonly metrics?: () => readonly Metric[]
  /** Absent or `null`: bids are not traced. */
  readonly tracing?: Tracing | null
  readonly limits?: Limits
  /** How an unknown caller waits in line; real time unless a test replaces it. */
  readonly sleep?: (ms: number) => Promise<unknown>
  /** This node serves the demo world, to this machine alone. */
  readonly demo?: boolean
  /** Codes are shown on screen: in the demo world without a message provider. */
  readonly showsCodes?: boolean
  /** Called when a message that a person waits for was added to the outbox. */
  readonly outboxFilled?: () => void
  readonly newId?: () => string
  /** The server that connections come to; HTTP without TLS by default. */
  readonly serverFactory?: FastifyServerFactory
  /** The live connection, whose frames also go over HTTP; absent: over WebSockets alone. */
  readonly live?: () => Pick<Live, 'serve'>
  /** Destination of log lines; standard output by default. */
  readonly logTo?: { write(line: string): void }
}

const BODY_LIMIT = 64 * 1024
/** Enough time for 64 kB on a very slow link; a limit, so that no connection is held forever. */
export const REQUEST_MS = 120_000
/** Deletion of tokens that expired long ago. */
const SWEEP_MS = 3_600_000
/** Writing of refused acts that were counted for a minute. */
const SETTLE_MS = 5_000

/** The HTTP side of a node, not listening yet. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, store, rooms, clock } = options
  const app = Fastify({
    logger: { ...loggerOptions(config.logLevel), ...(options.logTo && { stream: options.logTo }) },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: trusted(config.trustProxy),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_MS,
    routerOptions: { maxParamLength: 240 },
    clientErrorHandler: answerNotHttp,
    ...(options.serverFactory && { serverFactory: options.serverFactory }),
    // Requests on open connections are still answered; the store closes after the HTTP server.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.decorateRequest('answered', null)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  // R8: a node that cannot read a log decides nothing on it; one that can answers the next call.
  drainOnClose(app, options.sendsAway)
  logRequests(app)
  const settleRefused = logRefused(app)
  traceBids(app, options.tracing ?? null)
  if (config.trustProxy === false) warnOfUntrusted(app)
  const { publicUrls = [] } = config
  setCommonHeaders(app)
  refuseMisdirected(app, { demo: options.demo ?? false, publicUrls })
  const ready = async (): Promise<void> => {
    await options.ready?.()
    await store.db.execute(sql`SELECT 1`)
  }
  const counted = new HttpMetrics()
  counted.watch(app)

  const budget = new MessageBudget(
    config.messagesPerHour ?? BUDGET.perHour,
    () => clock.now(),
    () => {
      alarms
        .raise('messages')
        .catch((error: unknown) => app.log.error({ err: error }, 'the operators could not be told'))
    },
  )
  const tokens = openTokens(store.db)
  const secondFactorRequired = (caller: Caller): boolean => options.secondFactor === 'required' && needsFactor(caller)
  const lacksFactor = (caller: Caller): boolean => caller.person.secondFactor !== true && secondFactorRequired(caller)
  const now = () => clock.now()
  const allow = createAllow(options.limits ?? {}, store.db, now)
  const throttle = createThrottle({ db: store.db, now, ...(options.sleep && { sleep: options.sleep }) })
  const { operatorIdleMinutes } = config
  const authenticate = authenticateWith(
    tokens,
    rooms,
    operatorIdleMinutes === undefined ? {} : { operatorIdleMs: operatorIdleMinutes * 60_000 },
  )
  const admit = openGate({ authenticate, allow, throttle, clock, lacksFactor })
  const site = openSite(store.db, clock, (error) => app.log.warn({ err: error }, 'settings stay as they were'))
  const alarms = openAlarms({ db: store.db, clock, put: () => options.outboxFilled?.() })
  const trail = openTrail({
    db: store.db,
    rooms,
    tokens,
    logger: app.log,
    ...(config.auditLog === true && { copy: auditLogOf(app.log) }),
    watch: (row, held) => alarms.watch(row, held),
    watchFolded: (row) => alarms.watchFolded(row),
  })
  const catalogue = openCatalogue(store.db, rooms, clock)
  const press = openPress()
  app.addHook('onClose', () => press.close())
  const routes = recorded(
    trail,
    routesOf({
      db: store.db,
      reports: store.reports,
      log: store.log,
      rooms,
      clock,
      tokens,
      site,
      catalogue,
      newId: options.newId ?? randomUUID,
      carriers: options.carriers,
      showsCodes: options.showsCodes ?? false,
      uploads: options.uploads,
      files: options.files,
      imports: options.imports,
      throttle,
      allow,
      budget,
      keyring: options.keyring,
      pushKey: options.pushKey,
      pushHosts: config.pushHosts ?? PUSH_HOSTS,
      secondFactorRequired,
      trail,
      work: options.work,
      outboxFilled: options.outboxFilled ?? (() => undefined),
    }),
  )
  await app.register(
    async (api) => {
      await api.register(compress, {
        threshold: 1024,
        encodings: ['br', 'gzip'],
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      })
      serveApi(api, { routes: Object.values(routes), admit })
      await api.register(async (scope) =>
        serveUploads(scope, { files: options.files, uploads: options.uploads, catalogue, db: store.db, admit }),
      )
      serveAuditExport(api, { db: store.reports, admit, trail, work: options.work })
      serveDocuments(api, {
        db: store.reports,
        log: store.log,
        rooms,
        catalogue,
        signer: options.signer,
        press,
        admit,
        trail,
        publicUrls,
        work: options.work,
      })
      if (options.live) serveLive(api, options.live)
      const document = openapi(options.version)
      api.get('/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
      await servePictures(api, options.pictures)
    },
    { prefix: API_BASE },
  )

  const health = {
    ready,
    impaired: options.impaired ?? (async () => []),
    metrics: () => [
      ...counted.all(),
      ...budget.metrics,
      ...trail.metrics,
      ...alarms.metrics,
      ...options.work.metrics,
      ...(options.metrics?.() ?? []),
    ],
  }
  await app.register(async (plain) => {
    serveHealth(plain, { ...health, metricsToken: config.metricsToken ?? null })
    serveUnsubscribe(plain, {
      db: store.db,
      unsubscribe: openUnsubscribe(options.keyring, publicUrls[0] ?? null),
    })
    serveSecurityTxt(plain, { contact: config.securityContact ?? null, publicUrls, clock })
    serveStatus(plain, {
      ...health,
      sends: options.carriers.mail || options.carriers.sms,
      clock,
      version: options.version,
    })
  })
  const pages = await openPages({
    webDir: options.webDir,
    ask: askOf(routes, clock),
    clock,
    facts: (target, locale) => linkFacts(store.db, target, locale, clock.now()),
  })
  await app.register(async (web) =>
    serveWeb(web, options.webDir, {
      shared: options.sharedWebDir ?? null,
      pages,
      publicUrls,
      frames: () => site.frames(),
    }),
  )
  repeat(app, SWEEP_MS, () => tokens.sweep(clock.now()), 'expired tokens stay for now')
  repeat(app, SETTLE_MS, () => trail.settle(clock.now()), 'refused acts were not counted in the trail')
  repeat(app, SETTLE_MS, () => settleRefused(), 'refused calls were not counted in the log')
  app.addHook('onClose', () => trail.settle(null))
  return app
}

/** Wraps every call so that it leaves its line in the trail. */
const recorded = (trail: Trail, routes: Readonly<Record<CallName, Route>>): Readonly<Record<string, Route>> => {
  const rules: Readonly<Record<string, AuditRule | undefined>> = AUDIT
  return Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, recordedBy(trail, name, rules[name], guarded(route))]),
  )
}

/**
 * Fastify ignores hop counts, since a client that bypasses the proxies could fake one; a configured count is the
 * operator's assurance that none can.
 */
function trusted(proxies: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}

/** Until the node closes; a failure is logged and tried again the next time. */
function repeat(app: FastifyInstance, everyMs: number, work: () => Promise<void>, failed: string): void {
  const timer = setInterval(
    () => void work().catch((error: unknown) => app.log.warn({ err: error }, failed)),
    everyMs,
  ).unref()
  app.addHook('onClose', () => clearInterval(timer))
}
