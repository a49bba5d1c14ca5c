import type { Worker } from 'node:worker_threads'
import { startThread } from '../work/thread.ts'

/** Heap of a sheet's thread, for its shared texts and a batch of rows: the largest honest sheet needs half of it. */
const HEAP_MB = 96

/** A thread that takes a `ToReader` and says a `FromReader` for each part of the sheet that it read. */
export const startReader = (): Worker =>
  startThread(new URL('./import-worker.ts', import.meta.url), { heapMb: HEAP_MB })
