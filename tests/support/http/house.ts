import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import * as z from 'zod'
import { API_BASE } from '../../../src/contract/constants.ts'
import { instant } from '../../../src/domain/units.ts'
import { buildApp } from '../../../src/server/app.ts'
import type { AppOptions } from '../../../src/server/app.ts'
import type { Config } from '../../../src/server/config.ts'
import { openDisk } from '../../../src/server/files/disk.ts'
import { openFiles } from '../../../src/server/files/files.ts'
import { impairment } from '../../../src/server/files/impairment.ts'
import { openFileStore } from '../../../src/server/files/open.ts'
import type { FileStore } from '../../../src/server/files/store.ts'
import type { Files } from '../../../src/server/files/files.ts'
import { openImports } from '../../../src/server/lots/imports.ts'
import { openWork } from '../../../src/server/work/work.ts'
import { openUploads } from '../../../src/server/files/uploads.ts'
import { quiet } from '../../../src/server/logger.ts'
import { newSigningKey, signerOf } from '../../../src/server/receipt.ts'
import { carrierOf } from '../../../src/server/room/carried.ts'
import { randomSalt, sha256 } from '../../../src/server/room/hashing.ts'
import { recordsOf } from '../../../src/server/room/records.ts'
import { openRooms } from '../../../src/server/room/rooms.ts'
import type { RoomService } from '../../../src/server/room/rooms.ts'
import { systemTimers } from '../../../src/server/room/timers.ts'
import { openKeyring } from '../../../src/server/secrets/keyring.ts'
import type { Keyring } from '../../../src/server/secrets/keyring.ts'
import { vaultOf } from '../../../src/server/secrets/vault.ts'
import { keepSigningKey } from '../../../src/server/store/keys.ts'
import { sealedLog } from '../../../src/server/store/sealed-log.ts'
import type { Space } from '../../../src/server/space.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { temporaryStore } from '../store/temporary.ts'

const AnyEnvelope = z.object({
  code: z.number(),
  msg: z.string(),
  reason: z.string().optional(),
  data: z.unknown().optional(),
  rows: z.array(z.unknown()).optional(),
  total: z.number().optional(),
  errors: z.array(z.object({ path: z.string(), code: z.string(), value: z.string().optional() })).optional(),
})
export type Answered = z.infer<typeof AnyEnvelope> & { readonly http: LightMyRequestResponse }

export interface Asking {
  readonly token?: string | undefined
  readonly query?: Record<string, string | string[]>
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Real time that can be set back while a world is made. */
interface TestClock {
  now(): ReturnType<typeof instant>
  offset: number
}

export interface House {
  readonly app: FastifyInstance
  /** Another node on the same database and disk; the caller closes it. */
  build(): Promise<FastifyInstance>
  readonly store: Store & { readonly dataDir: string }
  readonly rooms: RoomService
  readonly files: Files
  readonly fileStore: FileStore
  readonly clock: TestClock
  readonly keyId: string
  readonly keyring: Keyring
  /** Calls a path below `/prod-api`. */
  ask(method: 'GET' | 'POST' | 'DELETE', path: string, asking?: Asking): Promise<Answered>
  close(): Promise<void>
}

/** A node with a real database and real rooms, not listening. `bucket`: where its files are, if not in a folder. */
export async function openHouse(
  options: Partial<AppOptions> = {},
  bucket: Config['bucket'] = null,
  space?: Space,
): Promise<House> {
  const unsealed = await temporaryStore()
  const clock: TestClock = { now: () => instant(Date.now() + clock.offset), offset: 0 }
  const key = newSigningKey(new Date(0))
  await keepSigningKey(unsealed.db, key)
  const store = {
    ...unsealed,
    log: sealedLog(
      unsealed.log,
      vaultOf(key, () => Promise.resolve(null)),
    ),
  }
  const rooms = openRooms({
    store,
    records: recordsOf(store.db, clock),
    clock,
    timers: systemTimers,
    newEpoch: randomUUID,
    nodeId: 'test',
    logger: quiet,
    sealing: { sha256, salt: randomSalt },
    sign: (bodies) => signerOf(key).sign(bodies),
    carrier: carrierOf(signerOf(key).noticeKey),
  })
  await rooms.start()
  const fileStore =
    bucket === null
      ? openDisk(join(store.dataDir, 'files'))
      : openFileStore({ dataDir: store.dataDir, databaseUrl: null, bucket }, store.db)
  const work = options.work ?? openWork()
  const files = openFiles(store.db, fileStore, work, space)
  const uploads = openUploads(store.db, fileStore, files, space)
  const imports = openImports({ db: store.db, fileStore, clock, logger: quiet, ...(space && { space }) })
  const keyring = openKeyring({ dataDir: store.dataDir, secretKey: null })
  const build = (): Promise<FastifyInstance> =>
    buildApp({
      config: { trustProxy: false, logLevel: 'silent', pushHosts: ['push.example'] },
      store,
      rooms,
      clock,
      version: '0',
      webDir: join(tmpdir(), 'no-app-here'),
      pictures: { find: () => Promise.resolve(null) },
      files,
      uploads,
      imports,
      work,
      signer: signerOf(key),
      keyring,
      pushKey: 'BPush',
      carriers: { mail: false, sms: false },
      impaired: impairment(fileStore, () => clock.now()),
      // No room is open: its calls are there, and find nothing.
      live: () => ({ serve: () => false }),
      ...options,
    })
  const app = await build()
  return {
    app,
    build,
    store,
    rooms,
    files,
    fileStore,
    clock,
    keyId: key.keyId,
    keyring,
    ask: (method, path, asking) => ask(app, method, path, asking),
    async close() {
      await app.close()
      await imports.stop()
      await rooms.stop()
      await store.close()
    },
  }
}

async function ask(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  { token, query, body, headers }: Asking = {},
): Promise<Answered> {
  const http = await app.inject({
    method,
    url: `${API_BASE}${path}`,
    ...(query && { query }),
    ...(body !== undefined && { payload: JSON.stringify(body) }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  })
  // Of a call that answers with a file, only refusals are JSON.
  const isJson = http.statusCode !== 304 && String(http.headers['content-type']).startsWith('application/json')
  return { ...(isJson ? AnyEnvelope.parse(http.json()) : { code: http.statusCode, msg: '' }), http }
}
