import { once } from 'node:events'
import type { SheetReason } from '../../contract/calls/lotDrafts.ts'
import type { Transferable, Worker } from 'node:worker_threads'
import { instant, later } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Clock } from '../ports.ts'
import { PLENTY } from '../space.ts'
import type { Space } from '../space.ts'
import {
  addRows,
  changeReading,
  endReading,
  failReading,
  findImport,
  forgetImports,
  releaseReading,
  staleImports,
  takeOver,
} from '../store/lotImports.ts'
import type { LotImportRow } from '../store/lotImports.ts'
import { fileById } from '../store/files.ts'
import type { Db } from '../store/open.ts'
import { allTerms } from '../store/terms.ts'
import type { FileStore } from '../files/store.ts'
import { atOnce } from '../work/pieces.ts'
import type { Piece } from '../work/pieces.ts'
import { isOutOfMemory } from '../work/thread.ts'
import type { FromReader, ReaderData, ToReader } from './import-messages.ts'
import { startReader } from './reader-thread.ts'
import { timeReading } from './reading-time.ts'
import type { ReadingBounds } from './reading-time.ts'

/** Reads sheets of lots, one at a time in each lane of this node. */
export interface Imports {
  /** No sheet can be taken now, for want of disk space. */
  readonly short: boolean
  /** An import was added. */
  wake(): void
  /** Releases running imports to this node's next start or to another node. */
  stop(): Promise<void>
}

interface ImportsNeeds extends Partial<ReadingBounds> {
  readonly db: Db
  readonly fileStore: Pick<FileStore, 'read'>
  readonly clock: Clock
  readonly logger: Pick<Logger, 'warn'>
  /** Another node takes over an import whose node has been silent for this long. */
  readonly staleMs?: number
  readonly everyMs?: number
  /** While it is short no sheet is begun. */
  readonly space?: Space
  /** Turns of this node's threads. */
  readonly piece?: Piece
}

const STALE_MS = 20_000
const EVERY_MS = 5_000
/** How often a running import is looked up, whether its company cancelled it. */
const CANCELLED_MS = 2_000
const KEPT_MS = 30 * 24 * 3_600_000
/** A time long past: any node may take the import at once. */
export const RELEASED = instant(0)
/** A sheet whose reading broke off this often is given up: it ends what reads it. */
const BEGUN_MOST = 2
const READING_MS = 120_000
const ROWS_MS = 20_000
const SMALL_BYTES = 256 * 1024
/** Lanes of a node, one sheet in each at a time: small sheets, the smallest first, have one that no large sheet holds up. */
const LANES: readonly { readonly mostBytes: number | null }[] = [{ mostBytes: null }, { mostBytes: SMALL_BYTES }]
interface Lane {
  readonly mostBytes: number | null
  /** It was woken while it worked. */
  again: boolean
  work: Promise<void> | null
  /** Its thread while small sheets wait: starting one takes longer than most of them. */
  thread: Worker | null
}

export function openImports({
  db,
  fileStore,
  clock,
  logger,
  staleMs = STALE_MS,
  everyMs = EVERY_MS,
  readingMs = READING_MS,
  rowsMs = ROWS_MS,
  space = PLENTY,
  piece = atOnce,
}: ImportsNeeds): Imports {
  let stopped = false
  /** Threads by the import that they read. */
  const running = new Map<string, Worker>()
  const lanes = LANES.map(({ mostBytes }): Lane => ({ mostBytes, again: false, work: null, thread: null }))

  function wake(): void {
    for (const lane of lanes) {
      lane.again = true
      lane.work ??= work(lane).finally(() => {
        lane.work = null
      })
    }
  }

  async function openThread(lane: Lane): Promise<Worker> {
    const thread = startReader()
    lane.thread = thread
    const gone = (): void => {
      if (lane.thread === thread) lane.thread = null
    }
    // It may end between two sheets too, where `follow` does not listen.
    thread.on('error', gone).on('exit', gone)
    await once(thread, 'message')
    return thread
  }

  async function endThread(lane: Lane): Promise<void> {
    const { thread } = lane
    lane.thread = null
    await thread?.terminate()
  }

  async function work(lane: Lane): Promise<void> {
    while (lane.again && !stopped) {
      lane.again = false
      try {
        const before = later(clock.now(), -staleMs)
        // Read anew after each sheet: one that was handed in meanwhile, and has not been begun, comes first.
        for (;;) {
          const [one] = stopped || space.short ? [] : await staleImports(db, before, lane.mostBytes)
          if (!one) break
          if (one.begun >= BEGUN_MOST) await end(one.id, 'too_slow')
          else if (await takeOver(db, one.id, before, clock.now())) await read(one, lane)
        }
        await forgetImports(db, later(clock.now(), -KEPT_MS))
      } catch (error) {
        logger.warn({ err: error }, 'a sheet could not be read for now')
      } finally {
        await endThread(lane)
      }
    }
  }

  async function read(one: LotImportRow, lane: Lane): Promise<void> {
    const [file, bytes, terms] = await Promise.all([fileById(db, one.fileId), fileStore.read(one.fileId), allTerms(db)])
    if (!file || !bytes) return end(one.id, 'unreadable')
    const sheet: ReaderData = {
      bytes: new Uint8Array(bytes),
      csv: file.type.startsWith('text/'),
      asked: one.asked ?? { sheet: null, decimal: null },
      terms: [...terms].map(([kind, names]) => [kind, [...names]]),
    }
    let isFree = false
    try {
      const worker = lane.thread ?? (await piece(() => openThread(lane)))
      running.set(one.id, worker)
      // What a large sheet left on the heap goes with its thread.
      isFree = !stopped && (await follow(one.id, worker, sheet)) && bytes.length <= SMALL_BYTES
    } finally {
      running.delete(one.id)
      if (!isFree) await endThread(lane)
    }
  }

  /**
   * Sends the sheet to the lane's thread and stores the rows that it reads, until it ends or the import does. True: the
   * thread came to the sheet's end, and may read another.
   */
  function follow(id: string, worker: Worker, sheet: ReaderData): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<boolean>()
    const broken = () => resolve(false)
    const time = timeReading(worker, { readingMs, rowsMs }, () => void end(id, 'too_slow').then(broken, reject))
    let isOver = false
    let read = Promise.withResolvers<void>()
    /** A turn of the thread, until its next rows or the sheet's end: it reads no further before it is asked to. */
    const readOn = (message: ToReader, transfer: Transferable[] = []) =>
      void piece(async () => {
        if (isOver) return
        read = Promise.withResolvers()
        worker.postMessage(message, transfer)
        await read.promise
      })
    const heard = async (message: FromReader): Promise<void> => {
      switch (message.kind) {
        case 'ready':
          return
        case 'opened':
          await changeReading(db, id, { rowsTotal: message.rowsTotal, changedAt: clock.now() })
          return
        case 'found':
          await changeReading(db, id, { found: message.found, changedAt: clock.now() })
          return
        case 'rows':
          if (!(await addRows(db, id, message.rows, clock.now()))) return broken()
          readOn({ kind: 'stored' })
          return
        case 'refused':
          await failReading(db, id, [message.reason, ...message.columns].join(' '), clock.now())
          return resolve(true)
        case 'end':
          await endReading(db, id, clock.now())
          return resolve(true)
      }
    }
    let turn: Promise<void> = Promise.resolve()
    const onMessage = (message: FromReader): void => {
      time.refresh()
      if (message.kind !== 'opened' && message.kind !== 'found') read.resolve()
      turn = turn.then(() => heard(message)).catch(reject)
    }
    const onError = (error: unknown): void => {
      // The sheet needs more memory than any honest one, or hit a fault of ours, which a retry would hit again.
      const full = isOutOfMemory(error)
      if (!full) logger.warn({ err: error }, 'the reading of a sheet failed')
      void end(id, full ? 'too_large' : 'stopped').then(broken, reject)
    }
    const onExit = () => void turn.then(broken)
    worker.on('message', onMessage).once('error', onError).once('exit', onExit)
    // A cancelled import ends its reader at once, not at its next rows.
    const asking = setInterval(() => {
      findImport(db, id).then((row) => {
        if (row?.state !== 'reading') broken()
      }, reject)
    }, CANCELLED_MS)
    readOn({ kind: 'sheet', sheet }, [sheet.bytes.buffer as ArrayBuffer])
    return promise.finally(() => {
      isOver = true
      read.resolve()
      time.stop()
      clearInterval(asking)
      worker.off('message', onMessage).off('error', onError).off('exit', onExit)
    })
  }

  const end = async (id: string, reason: SheetReason): Promise<void> => {
    await failReading(db, id, reason, clock.now())
  }

  const timer = setInterval(wake, everyMs).unref()
  wake()
  return {
    get short() {
      return space.short
    },
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      const under = [...running]
      for (const [, worker] of under) await worker.terminate()
      await Promise.all(lanes.flatMap((lane) => lane.work ?? []))
      for (const [id] of under)
        if ((await findImport(db, id))?.state === 'reading') await releaseReading(db, id, RELEASED)
    },
  }
}
