import type { SheetReason } from '../../contract/calls/lotDrafts.ts'
import { Worker } from 'node:worker_threads'
import { instant, later } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import {
  addRows,
  changeReading,
  endReading,
  failReading,
  findImport,
  forgetImports,
  staleImports,
  takeOver,
} from '../store/lotImports.ts'
import type { LotImportRow } from '../store/lotImports.ts'
import { fileById } from '../store/files.ts'
import type { Db } from '../store/open.ts'
import { allTerms } from '../store/terms.ts'
import type { FileStore } from '../files/store.ts'
import type { FromReader, ReaderData } from './import-messages.ts'

/** Reads sheets of lots, one at a time on this node. */
export interface Imports {
  /** An import was added. */
  wake(): void
  /** Releases running imports to this node's next start or to another node. */
  stop(): Promise<void>
}

interface ImportsNeeds {
  readonly db: Db
  readonly fileStore: Pick<FileStore, 'read'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** Another node takes over an import whose node has been silent for this long. */
  readonly staleMs?: number
  readonly everyMs?: number
}

const STALE_MS = 20_000
const EVERY_MS = 5_000
const KEPT_MS = 30 * 24 * 3_600_000
/** A time long past: any node may take the import at once. */
export const RELEASED = instant(0)
/** Heap of a sheet's thread, for its shared texts and a batch of rows. */
const HEAP_MB = 160

export function openImports({
  db,
  fileStore,
  clock,
  logger,
  staleMs = STALE_MS,
  everyMs = EVERY_MS,
}: ImportsNeeds): Imports {
  let stopped = false
  let again = false
  let running: Promise<void> | null = null
  let current: { readonly id: string; readonly worker: Worker } | null = null

  function wake(): void {
    again = true
    running ??= work().finally(() => {
      running = null
    })
  }

  async function work(): Promise<void> {
    while (again && !stopped) {
      again = false
      try {
        const before = later(clock.now(), -staleMs)
        for (const one of await staleImports(db, before))
          if (!stopped && (await takeOver(db, one.id, before, clock.now()))) await read(one)
        await forgetImports(db, later(clock.now(), -KEPT_MS))
      } catch (error) {
        logger.warn({ err: error }, 'a sheet could not be read for now')
      }
    }
  }

  async function read(one: LotImportRow): Promise<void> {
    const [file, bytes, terms] = await Promise.all([fileById(db, one.fileId), fileStore.read(one.fileId), allTerms(db)])
    if (!file || !bytes) return end(one.id, 'unreadable')
    const data: ReaderData = {
      bytes: new Uint8Array(bytes),
      csv: file.type.startsWith('text/'),
      terms: [...terms].map(([kind, names]) => [kind, [...names]]),
    }
    const worker = new Worker(new URL('./import-worker.ts', import.meta.url), {
      workerData: data,
      transferList: [data.bytes.buffer as ArrayBuffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    current = { id: one.id, worker }
    try {
      await follow(one.id, worker)
    } finally {
      current = null
      await worker.terminate()
    }
  }

  /** Stores the rows that the thread reads, until it ends or the import does. */
  function follow(id: string, worker: Worker): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const heard = async (message: FromReader): Promise<void> => {
      switch (message.kind) {
        case 'opened':
          await changeReading(db, id, { rowsTotal: message.rowsTotal, changedAt: clock.now() })
          return
        case 'rows':
          if (!(await addRows(db, id, message.rows, clock.now()))) return resolve()
          worker.postMessage('stored')
          return
        case 'refused':
          await failReading(db, id, [message.reason, ...message.columns].join(' '), clock.now())
          return resolve()
        case 'end':
          await endReading(db, id, clock.now())
          return resolve()
      }
    }
    let turn: Promise<void> = Promise.resolve()
    worker.on('message', (message: FromReader) => {
      turn = turn.then(() => heard(message)).catch(reject)
    })
    worker.once('error', (error: unknown) => {
      // The sheet needs more memory than any honest one, or hit a fault of ours, which a retry would hit again.
      const full = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (!full) logger.warn({ err: error }, 'the reading of a sheet failed')
      void end(id, full ? 'too_large' : 'stopped').then(resolve, reject)
    })
    worker.once('exit', () => void turn.then(resolve))
    return promise
  }

  const end = async (id: string, reason: SheetReason): Promise<void> => {
    await failReading(db, id, reason, clock.now())
  }

  const timer = setInterval(wake, everyMs).unref()
  wake()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      const under = current
      await under?.worker.terminate()
      await running
      if (under && (await findImport(db, under.id))?.state === 'reading')
        await changeReading(db, under.id, { changedAt: RELEASED })
    },
  }
}
