import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import { parseStem } from '../../pictures/names.ts'

/** Draws off the main thread: a million pixels must not hold up a bid. */

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole server.
if (process.platform === 'linux') setPriority(0, 10)

parentPort?.on('message', ({ stem, width }: { stem: string; width: number }) => {
  const drawing = parseStem(stem)
  const drawn = drawing && draw(drawing, width)
  parentPort?.postMessage(drawn)
})
