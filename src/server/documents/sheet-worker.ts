import { serveSheets } from './serve-sheet.ts'
import type { Value } from './tab.ts'

// Writes rows of values; `lots/sheet-worker.ts` is the one for lots.
serveSheets(() => (row: readonly Value[]) => row)
