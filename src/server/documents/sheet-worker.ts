import { workerData } from 'node:worker_threads'
import type { SheetHead } from './sheet-thread.ts'
import { serveSheet } from './serve-sheet.ts'
import type { Value } from './tab.ts'

// Writes rows of values; `lots/sheet-worker.ts` is the one for lots.
serveSheet(workerData as SheetHead, (row: readonly Value[]) => row)
