import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Transferable } from 'node:worker_threads'
import { TooMuchWork } from './too-much.ts'

interface ThreadOptions {
  /** Heap of the thread; beyond it the thread ends with an error that `isOutOfMemory` tells. */
  readonly heapMb: number
  readonly data?: unknown
  /** Buffers of `data` that the thread takes over. */
  readonly transfer?: readonly Transferable[]
  /** The thread ends when this is aborted. */
  readonly ended?: AbortSignal
}

const YOUNG_MB = 16
const STACK_MB = 4
/** A folder for each thread of this process, named by its id. */
const TASKS = '/proc/self/task'
/** A tenth of the room's share of a core where they meet: with less, a sheet waits for minutes on a busy machine. */
const NICE = 10

/** The only place that starts threads, so that each has a bounded heap and a low priority. `module`: what it runs. */
export function startThread(module: URL, { heapMb, data, transfer = [], ended }: ThreadOptions): Worker {
  const worker = atLowPriority(
    () =>
      new Worker(module, {
        workerData: data,
        transferList: [...transfer],
        resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: YOUNG_MB, stackSizeMb: STACK_MB },
      }),
  )
  const end = () => void worker.terminate()
  ended?.addEventListener('abort', end, { once: true })
  worker.once('exit', () => ended?.removeEventListener('abort', end))
  return worker
}

/**
 * Lowers the priority of the threads that `start` begins, before they do anything: to begin and to load what it runs
 * takes a thread half a second of a core, in which a room goes first. Only Linux has priorities of single threads.
 */
function atLowPriority<T>(start: () => T): T {
  if (process.platform !== 'linux') return start()
  const before = new Set(readdirSync(TASKS))
  const started = start()
  for (const id of readdirSync(TASKS)) if (!before.has(id)) setPriority(Number(id), NICE)
  return started
}

/** Processor time of the thread so far, ms: 0 before it runs; the clock's where Node cannot tell (before 24.6). */
export async function processorMs(worker: Worker): Promise<number> {
  if (!('cpuUsage' in worker)) return performance.now()
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1_000
  } catch {
    return 0
  }
}

export const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/**
 * Asks a thread that answers each message with one, in their order. An answer rejects when the thread fails or ends
 * first, with `TooMuchWork` when its heap is full. No answer is held once it was given.
 */
export function talkTo(worker: Worker): (message: unknown) => Promise<unknown> {
  const waiting: PromiseWithResolvers<unknown>[] = []
  let gone: Error | null = null
  const fail = (error: Error): void => {
    gone ??= error
    for (const answer of waiting.splice(0)) answer.reject(gone)
  }
  worker.on('message', (answer) => waiting.shift()?.resolve(answer))
  worker.once('error', (error) =>
    fail(isOutOfMemory(error) ? new TooMuchWork('the heap of a thread is full', { cause: error }) : asError(error)),
  )
  worker.once('exit', () => fail(new Error('a thread ended without its answer')))
  return (message) => {
    if (gone) return Promise.reject(gone)
    const answer = Promise.withResolvers<unknown>()
    waiting.push(answer)
    worker.postMessage(message)
    return answer.promise
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
