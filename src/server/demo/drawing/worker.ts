import { parentPort } from 'node:worker_threads'
import { draw } from './draw.ts'
import { parseStem } from '../../pictures/names.ts'

/** Draws off the main thread: a million pixels must not hold up a bid. */

parentPort?.on('message', ({ stem, width }: { stem: string; width: number }) => {
  const drawing = parseStem(stem)
  const drawn = drawing && draw(drawing, width)
  parentPort?.postMessage(drawn)
})
