import type { Worker } from 'node:worker_threads'
import { startThread, talkTo } from './thread.ts'

/** A thread for one job of work that this server makes of its own rows. */
export interface LentThread {
  ask(message: unknown): Promise<unknown>
  /** The job came to its end: the thread may be lent again. */
  giveBack(): void
  /** The job failed or was given up: nothing of it is left for the next. */
  end(): Promise<void>
}

/** Lends a thread that runs the module; it ends when `ended` is aborted while it is lent. */
export type LendThread = (module: URL, heapMb: number, ended: AbortSignal) => LentThread

interface KeptOptions {
  /** A thread that ended so many jobs makes room for a new one, so that what a job leaves behind does not add up. */
  readonly jobsMost?: number
  /** A thread that waits for longer ends. */
  readonly idleMs?: number
  readonly start?: typeof startThread
}

const JOBS_MOST = 30
const IDLE_MS = 5_000

interface Kept {
  readonly worker: Worker
  readonly ask: (message: unknown) => Promise<unknown>
  /** What it runs, with its heap: a thread is lent again for the same alone. */
  readonly use: string
  jobs: number
  isGone: boolean
}

/**
 * Keeps the last thread that ended its job for the next: starting one, loading what it runs and compiling it takes as
 * much of a core as a sheet of ten thousand rows, and memory that the system does not get back.
 */
export function keepThreads({
  jobsMost = JOBS_MOST,
  idleMs = IDLE_MS,
  start = startThread,
}: KeptOptions = {}): LendThread {
  let idle: { readonly kept: Kept; readonly timer: NodeJS.Timeout } | null = null

  function started(module: URL, heapMb: number, use: string): Kept {
    const worker = start(module, { heapMb })
    const kept: Kept = { worker, ask: talkTo(worker), use, jobs: 0, isGone: false }
    const gone = () => {
      kept.isGone = true
      if (idle?.kept === kept) takeIdle()
    }
    // A thread that failed tells of it before its exit.
    worker.once('error', gone).once('exit', gone)
    return kept
  }
  function takeIdle(): Kept | null {
    if (!idle) return null
    const { kept, timer } = idle
    clearTimeout(timer)
    idle = null
    return kept
  }
  async function end(kept: Kept): Promise<void> {
    kept.isGone = true
    await kept.worker.terminate()
  }
  function endIdle(): void {
    const kept = takeIdle()
    if (kept) void end(kept)
  }
  function keep(kept: Kept): void {
    endIdle()
    // It keeps no process alive while it waits.
    kept.worker.unref()
    idle = { kept, timer: setTimeout(endIdle, idleMs).unref() }
  }

  return (module, heapMb, ended) => {
    ended.throwIfAborted()
    const use = `${heapMb} ${module.href}`
    if (idle?.kept.use !== use) endIdle()
    const kept = takeIdle() ?? started(module, heapMb, use)
    kept.worker.ref()
    kept.jobs += 1
    const abort = () => void end(kept)
    ended.addEventListener('abort', abort, { once: true })
    const release = () => ended.removeEventListener('abort', abort)
    return {
      ask: kept.ask,
      giveBack() {
        release()
        if (kept.isGone) return
        if (kept.jobs < jobsMost) keep(kept)
        else void end(kept)
      },
      async end() {
        release()
        await end(kept)
      },
    }
  }
}
