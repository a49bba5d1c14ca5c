import { parentPort, workerData } from 'node:worker_threads'
import { openSheet } from './sheet.ts'
import type { SheetHead, ToSheetThread } from './sheet-thread.ts'

const { name, columns, ...style } = workerData as SheetHead
const sheet = openSheet(style, { name, columns })

parentPort?.on('message', (message: ToSheetThread) => {
  if (message !== 'end') {
    for (const row of message.rows) sheet.add(row)
    parentPort?.postMessage('written')
    return
  }
  // A copy of its own: a small file may be a part of Node's pool, which cannot be given away.
  const bytes = new Uint8Array(sheet.end())
  parentPort?.postMessage(bytes, [bytes.buffer])
  parentPort?.close()
})
