import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTask } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import * as z from 'zod'
import { buildApp, REQUEST_MS } from './app.ts'
import { liveTokens } from './auth/authenticate.ts'
import { seedRoles } from './auth/roles.ts'
import { openTokens } from './auth/tokens.ts'
import { openCertificate } from './certificate.ts'
import { monotonic, startClock } from './clock.ts'
import { showsCodes } from './config.ts'
import type { Config } from './config.ts'
import { seedDocuments, seedTerms } from './content/seed.ts'
import { openWorld } from './demo/world.ts'
import { openFiles } from './files/files.ts'
import { openFileStore, refuseUnusable } from './files/open.ts'
import { misdirected } from './http/hosts.ts'
import { shareAssets } from './http/shared-assets.ts'
import { hostOf } from './socket/address.ts'
import { openImports } from './lots/imports.ts'
import { openWork } from './work/work.ts'
import { impairment } from './files/impairment.ts'
import { openUploads } from './files/uploads.ts'
import { loggerOptions } from './http/log.ts'
import { secureServer } from './http/secure-server.ts'
import { startMail } from './mail/index.ts'
import { openEasel } from './demo/drawing/easel.ts'
import { startNodeMetrics } from './node-metrics.ts'
import { startNotifier } from './notify/index.ts'
import { postTo } from './notify/post.ts'
import { openUnsubscribe } from './notify/unsubscribe.ts'
import { vapidKeys } from './notify/push.ts'
import { uploadedPicture } from './pictures/uploaded.ts'
import { openPictures } from './pictures/store.ts'
import { warmThumbnails } from './pictures/warm.ts'
import type { Pace } from './practice/pace.ts'
import { hasPractice, practiceOpened } from './practice/sessions.ts'
import { ownAddress, startPractice } from './practice/start.ts'
import { newSigningKey, signerOf } from './receipt.ts'
import { openKeyring } from './secrets/keyring.ts'
import type { Keyring } from './secrets/keyring.ts'
import { vaultOf } from './secrets/vault.ts'
import { openKey, sealAll, sealKey } from './secrets/sealed-rows.ts'
import { carrierOf } from './room/carried.ts'
import { randomSalt, sha256 } from './room/hashing.ts'
import { Counter } from './room/metrics.ts'
import { recordsOf } from './room/records.ts'
import { openRooms } from './room/rooms.ts'
import { systemTimers } from './room/timers.ts'
import type { Timers } from './room/timers.ts'
import { attachLive } from './socket/live.ts'
import type { Live } from './socket/live.ts'
import { keepSigningKey, signingKeys } from './store/keys.ts'
import { sealedLog } from './store/sealed-log.ts'
import { isPictured } from './store/lots.ts'
import { openStore } from './store/open.ts'
import type { Store } from './store/open.ts'
import { watchAppends } from './store/append-watch.ts'
import { watchStandby } from './store/standby.ts'
import { openTracing } from './tracing/open.ts'
import { diskOf, watchSpace } from './space.ts'
import { startUpkeep } from './upkeep.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')))

/** Time for requests to finish when the node stops. */
const LAST_ANSWERS_MS = 5_000

/** A running node. */
export interface Running {
  readonly port: number
  /** The node serves the demo world. */
  readonly demo: boolean
  /** Refuses new connections, sends live ones to other nodes, finishes requests, and closes the store. */
  stop(): Promise<void>
}

/** The node's clocks, for tests that replace those of machine and database. */
export interface NodeTime {
  readonly timers: Timers
  /** Ms on a clock that is never adjusted. */
  readonly monotonic: () => number
  /** Converts the database's time, ms since epoch. */
  readonly ofDatabase: (ms: number) => number
}
const SYSTEM_TIME: NodeTime = { timers: systemTimers, monotonic, ofDatabase: (ms) => ms }

/** Creates the parts of a node in dependency order, and listens. */
export async function openNode(
  config: Config,
  { pace, time = SYSTEM_TIME }: { readonly pace?: Pace; readonly time?: NodeTime } = {},
): Promise<Running> {
  const logger = pino(loggerOptions(config.logLevel))
  // Closed in reverse order.
  const opened: (() => unknown)[] = []
  async function stop(): Promise<void> {
    for (let close = opened.pop(); close; close = opened.pop()) await close()
  }

  try {
    const certificate =
      config.tls && (await openCertificate(config.tls, { timers: time.timers, now: Date.now, logger }))
    opened.push(() => certificate?.stop())
    const secure = certificate && secureServer(certificate.pair, REQUEST_MS)
    const webDir = join(ROOT, 'dist/app')
    const sharedWebDir = join(config.dataDir, 'web')
    // While the database starts. Its failure is met where it is awaited.
    const sharing = shareAssets(webDir, sharedWebDir, new Date())
    sharing.catch(() => undefined)
    const unsealed = await openStore(config, logger)
    opened.push(() => unsealed.close())
    const { db, log } = unsealed
    const clock = await startClock({
      ask: async () => time.ofDatabase(await log.databaseTime()),
      monotonic: time.monotonic,
      timers: time.timers,
      logger,
      setBack: (byMs) => rooms.clockSetBack(byMs),
    })
    opened.push(() => clock.stop())
    const tracing = await openTracing(config, { clock, version })
    opened.push(() => tracing?.stop())
    const unreached = new Counter('files_unavailable_total', 'Calls that the object store did not carry out.')
    const fileStore = openFileStore(config, db, (error) => {
      unreached.add()
      logger.warn({ err: error }, 'the object store of uploads')
    })
    await refuseUnusable(config, db, fileStore)
    const space = watchSpace({ disk: () => diskOf(config.dataDir), timers: time.timers, logger })
    opened.push(() => space.stop())
    const work = openWork()
    const files = openFiles(db, fileStore, work, space)
    // A real installation's database never becomes a demo, whatever DEMO says.
    const demo = (await openWorld(db, fileStore, config.demo, clock.now())) === 'demo'
    const uploads = openUploads(db, fileStore, files, space)
    await seedDocuments(db, clock.now())
    await seedTerms(db)
    await seedRoles(db, clock.now())
    const mail = startMail(config, db, clock, logger)
    opened.push(() => mail.stop())
    const pictures = openPictures({
      easel: openEasel(),
      dir: join(config.dataDir, 'pictures'),
      known: (name) => isPictured(db, name),
      uploaded: (fileId) => uploadedPicture({ db, fileStore }, fileId),
      work,
    })
    opened.push(() => pictures.close())

    const keyring = openKeyring(config)
    await sealAll(db, keyring, 'open')
    const { signer, vault } = await signerIn(unsealed, keyring)
    const store = { ...unsealed, log: sealedLog(log, vault) }
    const rooms = openRooms({
      store,
      records: recordsOf(store.db, clock),
      clock,
      timers: time.timers,
      sealing: { sha256, salt: randomSalt },
      sign: (bodies) => signer.sign(bodies),
      carrier: carrierOf(signer.noticeKey),
      newEpoch: randomUUID,
      nodeId: config.nodeId,
      logger,
    })
    opened.push(() => rooms.stop())
    await rooms.start()
    const keys = await vapidKeys(db, keyring, clock.now())
    const publicUrl = config.publicUrls[0] ?? (config.smtpUrl === null ? null : `http://localhost:${config.port}`)
    const notifier = startNotifier({
      db,
      rooms,
      clock,
      logger,
      keys,
      post: postTo(config.pushHosts),
      // Links in mails have a host: without PUBLIC_URL the site is served on this machine alone.
      publicUrl,
      unsubscribe: openUnsubscribe(keyring, publicUrl),
      outboxFilled: () => mail.wake(),
    })
    opened.push(() => notifier.stop())
    const upkeep = startUpkeep({ db, files, rooms, clock, logger })
    opened.push(() => upkeep.stop())

    const imports = openImports({ db, fileStore, clock, logger, space, piece: work.piece })
    opened.push(() => imports.stop())

    const watched = await startNodeMetrics({
      db,
      clock,
      dataDir: config.dataDir,
      version,
      machineNow: Date.now,
      logger,
    })
    opened.push(() => watched.stop())

    await sharing

    const standby = watchStandby({
      expected: config.databaseSync,
      waits: () => store.waitsForStandby(),
      timers: time.timers,
      logger,
    })
    opened.push(() => standby.stop())

    const appends = watchAppends({ log, timers: time.timers, logger })
    opened.push(() => appends.stop())

    const impaired = impairment(fileStore)
    let draining = false
    const practiceIsOpen = demo && (await hasPractice(db)) ? practiceOpened(db) : null
    const app = await buildApp({
      config,
      store,
      rooms,
      clock,
      pictures,
      files,
      uploads,
      imports,
      work,
      keyring,
      signer,
      pushKey: publicUrl?.startsWith('https:') ? keys.publicKey : null,
      ...(!demo && { secondFactor: 'required' as const }),
      version,
      tracing,
      webDir,
      sharedWebDir,
      carriers: { mail: config.smtpUrl !== null, sms: config.smsUrl !== null },
      demo,
      showsCodes: demo && showsCodes(config),
      ...(secure && { serverFactory: secure.serverFactory }),
      outboxFilled: () => mail.wake(),
      ready: async () => {
        if (draining) throw new Error('this node is shutting down')
        if (rooms.unread) throw new Error('this node cannot read what a newer release wrote; update it')
        await log.databaseTime()
        if (practiceIsOpen && !(await practiceIsOpen())) throw new Error('the practice sale is not open yet')
      },
      live: () => live,
      sendsAway: () => rooms.unread,
      impaired: async () => [
        ...appends.impaired(),
        ...(await impaired()),
        ...space.impaired(),
        ...mail.impaired(),
        ...rooms.deniedLogs.map((id) => ({ lacks: 'entries', message: id }) as const),
        ...(standby.warning === null ? [] : [{ lacks: 'standby', message: standby.warning } as const]),
      ],
      metrics: () => [
        ...watched.metrics,
        ...store.metrics.all(),
        ...mail.metrics,
        ...rooms.metrics.all(),
        ...live.metrics,
        ...standby.metrics,
        ...space.metrics,
        ...upkeep.metrics,
        ...(certificate?.metrics ?? []),
        unreached,
      ],
    })
    const live = attachLive(app.server, {
      rooms,
      tokens: liveTokens(openTokens(db), rooms, {
        operatorIdleMs: config.operatorIdleMinutes * 60_000,
        ...(!demo && { secondFactor: 'required' as const }),
      }),
      mark: signer.mark,
      tracing,
      clock,
      timers: time.timers,
      logger,
      connections: config.liveConnections,
      proxies: config.trustProxy,
      misdirected: (request) =>
        misdirected(request, hostOf(request, config.trustProxy !== false), { demo, publicUrls: config.publicUrls }),
    })
    opened.push(async () => {
      draining = true
      await drain(app, live)
    })
    await app.listen({ host: config.host, port: config.port })
    if (secure) certificate.watch((pair) => secure.renew(pair))
    const port = portOf(app.server.address())
    if (demo) {
      const practice = await startPractice({
        store,
        rooms,
        clock,
        logger,
        address: ownAddress(config.host, port),
        time,
        ...(pace && { pace }),
      })
      opened.push(() => practice?.close())
      warmThumbnails(db, pictures).catch((error: unknown) =>
        logger.warn({ err: error }, 'thumbnails are drawn when they are asked for'),
      )
    }
    return { port, demo, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * First refuses new connections, which sends those of every load balancer to other nodes; only then are clients told to
 * connect anew. Connections that are open are served meanwhile.
 */
async function drain(app: Awaited<ReturnType<typeof buildApp>>, live: Live): Promise<void> {
  const closed = closeHttp(app)
  while (app.server.listening) await nextTask()
  await Promise.all([live.close(), closed])
}

/** An endless request must not keep the node running: clients can repeat it, a bid by its key. */
async function closeHttp(app: Awaited<ReturnType<typeof buildApp>>): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), LAST_ANSWERS_MS)
  await app.close().finally(() => clearTimeout(cut))
}

/** Signs with the installation's newest key, which its first node makes, and seals by it. */
async function signerIn({ db }: Store, keyring: Keyring) {
  if ((await signingKeys(db)).length === 0) await keepSigningKey(db, sealKey(keyring, newSigningKey(new Date())))
  const [newest] = await signingKeys(db)
  if (!newest) throw new Error('the store keeps no signing key')
  const key = openKey(keyring, newest)
  return {
    signer: signerOf(key),
    vault: vaultOf(key, async (keyId) => {
      const found = (await signingKeys(db)).find((one) => one.keyId === keyId)
      return found ? openKey(keyring, found) : null
    }),
  }
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new TypeError('not a network address')
  return address.port
}
