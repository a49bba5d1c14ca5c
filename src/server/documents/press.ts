import { createHash } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import * as z from 'zod'
import { startThread } from '../work/thread.ts'

export type Template = 'contract' | 'agreement' | 'receipt' | 'catalogue'
export interface Printing {
  readonly template: Template
  /** JSON, as the template reads it. */
  readonly data: string
  /** The document's own time, in seconds since epoch, so that the same content gives the same bytes. */
  readonly at: number
}
const Printed = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('printed'), bytes: z.instanceof(Uint8Array) }),
  z.object({ kind: z.literal('failed'), why: z.string() }),
  /** A text of the data is on no page, or beyond a page’s edge. */
  z.object({ kind: z.literal('cut'), field: z.string(), text: z.string() }),
  /** The compiler has no binary for this machine. */
  z.object({ kind: z.literal('unavailable'), why: z.string() }),
])
export type Printed = z.infer<typeof Printed>

export class PressBusy extends Error {
  override name = 'PressBusy'
}
export class PressMissing extends Error {
  override name = 'PressMissing'
}
/** A document whose pages do not show all of its data, so that it must not be sealed. */
export class DocumentCut extends Error {
  override name = 'DocumentCut'
  /** As readers know it: `标的 Lot 4 · 补充说明 Remarks`. */
  readonly field: string
  readonly text: string
  constructor(field: string, text: string) {
    super(`no page shows all of ${field}`)
    this.field = field
    this.text = text
  }
}

export interface Press {
  /**
   * The document as PDF, read back: its pages show every text of its data. Rejects with `DocumentCut` when they do not,
   * with `PressBusy` when too many wait, with `PressMissing` on a machine without a compiler.
   */
  print(printing: Printing): Promise<Buffer>
  close(): Promise<void>
}

const IDLE_MS = 60_000
const MOST_WAITING = 24
/** Time for a document, ms: the first for any, the second for each kB of its data, and the most in all. */
const PATIENCE = { least: 30_000, perKb: 100, most: 120_000 } as const
const patienceFor = (data: string): number =>
  Math.min(PATIENCE.least + (data.length / 1_024) * PATIENCE.perKb, PATIENCE.most)
/** Heap of the press's thread; Typst's own memory is bounded by the lots of a catalogue. */
const HEAP_MB = 256
const KEPT_BYTES = 24 * 1024 * 1024

interface PressOptions {
  readonly idleMs?: number
  readonly mostWaiting?: number
  readonly newWorker?: () => Worker
}

/**
 * Sets documents one at a time, on a thread of its own that ends after an idle while. Finished documents are cached by
 * the hash of their data.
 */
export function openPress({
  idleMs = IDLE_MS,
  mostWaiting = MOST_WAITING,
  newWorker = () => startThread(new URL('./worker.ts', import.meta.url), { heapMb: HEAP_MB }),
}: PressOptions = {}): Press {
  const kept = new Map<string, Buffer>()
  const underWay = new Map<string, Promise<Buffer>>()
  let keptBytes = 0
  let worker: Worker | null = null
  let turn: Promise<unknown> = Promise.resolve()
  let idle: NodeJS.Timeout | undefined
  let closed = false

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  function keep(key: string, bytes: Buffer): void {
    kept.set(key, bytes)
    keptBytes += bytes.length
    for (const [oldest, old] of kept) {
      if (keptBytes <= KEPT_BYTES || oldest === key) break
      kept.delete(oldest)
      keptBytes -= old.length
    }
  }

  async function setNow(printing: Printing): Promise<Buffer> {
    if (closed) throw new PressBusy('the press is closed')
    clearTimeout(idle)
    worker ??= newWorker()
    const printed = await ask(worker, printing).catch(async (error: unknown) => {
      await end()
      throw error
    })
    if (!closed) idle = setTimeout(() => void end(), idleMs).unref()
    switch (printed.kind) {
      case 'printed':
        return Buffer.from(printed.bytes)
      case 'unavailable':
        throw new PressMissing(printed.why)
      case 'cut':
        throw new DocumentCut(printed.field, printed.text)
      case 'failed':
        throw new Error(`${printing.template}: ${printed.why}`)
    }
  }

  return {
    async print(printing) {
      const key = createHash('sha256').update(JSON.stringify(printing)).digest('hex')
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const running = underWay.get(key)
      if (running) return running
      if (underWay.size >= mostWaiting) throw new PressBusy('too many documents wait')
      const next = turn.then(() => setNow(printing))
      turn = next.catch(() => undefined)
      const made = next
        .then((bytes) => {
          keep(key, bytes)
          return bytes
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, made)
      return made
    },
    async close() {
      closed = true
      await end()
      await Promise.allSettled(underWay.values())
    },
  }
}

function ask(worker: Worker, printing: Printing): Promise<Printed> {
  const { promise, resolve, reject } = Promise.withResolvers<Printed>()
  const answered = (answer: unknown) => {
    const read = Printed.safeParse(answer)
    if (read.success) resolve(read.data)
    else reject(new Error(`nothing was set of ${printing.template}`))
  }
  const failed = (error: unknown) => reject(error instanceof Error ? error : new Error(String(error)))
  const ended = () => reject(new Error('the press’s thread ended'))
  const late = setTimeout(() => reject(new Error('the press took too long')), patienceFor(printing.data))
  worker.once('message', answered).once('error', failed).once('exit', ended)
  worker.postMessage(printing)
  return promise.finally(() => {
    clearTimeout(late)
    worker.off('message', answered).off('error', failed).off('exit', ended)
  })
}
