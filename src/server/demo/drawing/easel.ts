import type { Worker } from 'node:worker_threads'
import * as z from 'zod'
import type { Raster } from '../../pictures/encode.ts'
import { startThread } from '../../work/thread.ts'
import type { Easel } from '../../pictures/store.ts'

const Drawn = z.object({ width: z.number(), height: z.number(), data: z.instanceof(Uint8Array) })
const HEAP_MB = 256
const IDLE_MS = 20_000

/** Draws one picture at a time on a thread of its own, which ends when there is nothing to draw for a while. */
export function openEasel(idleMs = IDLE_MS): Easel {
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

  async function drawNow(stem: string, width: number): Promise<Raster> {
    if (closed) throw new Error('the easel is closed')
    clearTimeout(idle)
    worker ??= startThread(new URL('./worker.ts', import.meta.url), { heapMb: HEAP_MB })
    const drawn = await ask(worker, { stem, width }).catch(async (error: unknown) => {
      await end()
      throw error
    })
    idle = setTimeout(() => void end(), idleMs).unref()
    return drawn
  }

  return {
    draw(stem, width) {
      const next = turn.then(() => drawNow(stem, width))
      turn = next.catch(() => undefined)
      return next
    },
    async close() {
      closed = true
      await end()
    },
  }
}

function ask(worker: Worker, wish: { stem: string; width: number }): Promise<Raster> {
  const { promise, resolve, reject } = Promise.withResolvers<Raster>()
  const drawn = (answer: unknown) => {
    const read = Drawn.safeParse(answer)
    if (read.success) resolve(read.data)
    else reject(new Error(`nothing was drawn of ${wish.stem}`))
  }
  const failed = (error: unknown) => reject(error instanceof Error ? error : new Error(String(error)))
  const ended = () => reject(new Error('the drawing thread ended'))
  worker.once('message', drawn).once('error', failed).once('exit', ended)
  worker.postMessage(wish)
  return promise.finally(() => worker.off('message', drawn).off('error', failed).off('exit', ended))
}
