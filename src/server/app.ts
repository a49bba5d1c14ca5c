import { randomUUID } from 'node:crypto'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import { sql } from 'drizzle-orm'
import Fastify, { LogController } from 'fastify'
import type { FastifyInstance } from 'fastify'
import { API_BASE } from '../contract/constants.ts'
import { openapi } from '../contract/openapi.ts'
import { authenticateWith } from './auth/authenticate.ts'
import { openTokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { answerError, serveApi } from './http/api.ts'
import type { Files } from './files/files.ts'
import type { Uploads } from './files/uploads.ts'
import { openSite } from './http/site/site.ts'
import { drainOnClose } from './http/drain.ts'
import { serveUploads } from './http/files/serve.ts'
import { openGate } from './http/gate.ts'
import { refuseMisdirected } from './http/hosts.ts'
import { serveHealth } from './http/health.ts'
import { createAllow } from './http/limits.ts'
import type { Limits } from './http/limits.ts'
import { loggerOptions, logRequests, newRequestId } from './http/log.ts'
import { HttpMetrics } from './http/metrics.ts'
import { answerNotHttp } from './http/not-http.ts'
import { askOf } from './http/pages/ask.ts'
import { openPages } from './http/pages/pages.ts'
import { servePictures } from './http/pictures.ts'
import { routesOf } from './http/routes.ts'
import type { Carriers } from './http/operator/outbox.ts'
import { serveWeb } from './http/web.ts'
import type { Pictures } from './pictures/store.ts'
import type { Clock, Rooms } from './ports.ts'
import type { Metric } from './room/metrics.ts'
import type { Store } from './store/open.ts'

export interface AppOptions {
  readonly config: Pick<Config, 'trustProxy' | 'logLevel'>
  readonly store: Pick<Store, 'db' | 'log'>
  readonly rooms: Rooms
  readonly clock: Clock
  readonly pictures: Pick<Pictures, 'find'>
  readonly files: Files
  readonly uploads: Uploads
  /** What goes out by itself; the rest is for the operator to read. */
  readonly carriers: Carriers
  /** The built app: `dist/app`. */
  readonly webDir: string
  readonly version: string
  /** Rejects while this node cannot serve for reasons of its own (it is shutting down); the database is asked here. */
  readonly ready?: () => Promise<void>
  /** What other parts count. */
  readonly metrics?: () => readonly Metric[]
  readonly limits?: Limits
  /** The demo world is served, to this machine alone. */
  readonly demo?: boolean
  /** Codes are shown on screen: the demo world, where nobody carries messages. */
  readonly showsCodes?: boolean
  /** Something was put into the outbox that somebody waits for. */
  readonly outboxFilled?: () => void
  readonly newId?: () => string
  /** Where log lines go; standard output unless it says otherwise. */
  readonly logTo?: { write(line: string): void }
}

const BODY_LIMIT = 64 * 1024
/** Half a minute for 64 kB on the worst of links, and then some; nobody holds a connection for ever. */
const REQUEST_MS = 120_000
const SWEEP_MS = 3_600_000

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
    // What comes on a connection that is open still is answered like anything else; the store closes after us.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  app.decorateRequest('answered', null)
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  drainOnClose(app)
  logRequests(app)
  refuseMisdirected(app, { demo: options.demo ?? false })
  const ready = async (): Promise<void> => {
    await options.ready?.()
    await store.db.execute(sql`SELECT 1`)
  }
  const counted = new HttpMetrics()
  counted.watch(app)

  const tokens = openTokens(store.db)
  const allow = createAllow(options.limits ?? {}, () => clock.now())
  const admit = openGate(authenticateWith(tokens, rooms), allow, clock)
  const site = openSite(store.db, clock, (error) => app.log.warn({ err: error }, 'settings stay as they were'))
  const routes = routesOf({
    db: store.db,
    log: store.log,
    rooms,
    clock,
    tokens,
    site,
    newId: options.newId ?? randomUUID,
    carriers: options.carriers,
    showsCodes: options.showsCodes ?? false,
    uploads: options.uploads,
    outboxFilled: options.outboxFilled ?? (() => undefined),
  })
  await app.register(
    async (api) => {
      await api.register(compress, {
        threshold: 1024,
        encodings: ['br', 'gzip'],
        brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
      })
      serveApi(api, { routes: Object.values(routes), admit })
      await api.register(async (scope) =>
        serveUploads(scope, { files: options.files, uploads: options.uploads, admit }),
      )
      const document = openapi(options.version)
      api.get('/openapi.json', (_request, reply) => reply.header('cache-control', 'no-cache').send(document))
      await servePictures(api, options.pictures)
    },
    { prefix: API_BASE },
  )

  await app.register(async (plain) =>
    serveHealth(plain, { ready, metrics: () => [...counted.all(), ...(options.metrics?.() ?? [])] }),
  )
  const pages = await openPages({
    webDir: options.webDir,
    ask: askOf(routes, clock),
    clock,
  })
  await app.register(async (web) => serveWeb(web, options.webDir, { pages, frames: () => site.frames() }))
  sweepTokens(app, () => tokens.sweep(clock.now()))
  return app
}

/**
 * Fastify counts no hops by itself, since whoever reaches the server past its proxies could pretend to be one; a count
 * is the operator's word that nobody can.
 */
function trusted(proxies: Config['trustProxy']): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies
}

/** What expired long ago is forgotten by the hour. */
function sweepTokens(app: FastifyInstance, sweep: () => Promise<void>): void {
  const timer = setInterval(
    () => void sweep().catch((error: unknown) => app.log.warn({ err: error }, 'expired tokens stay for now')),
    SWEEP_MS,
  ).unref()
  app.addHook('onClose', () => clearInterval(timer))
}
