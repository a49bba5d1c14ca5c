import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { isOver, timeReading } from './reading-time.ts'

const HOUR_MS = 3_600_000

test.each([
  ['the thread has worked for its time', 20_000, 20_000, true],
  ['a busy machine has let it work for a part of the time', 60_000, 5_000, false],
  ['it neither works nor ends', 200_000, 0, true],
])('%s: over is %j', (_name, clock, processor, over) => {
  expect(isOver({ clock: 1_000, processor: 500 }, { clock: 1_000 + clock, processor: 500 + processor }, 20_000)).toBe(
    over,
  )
})

test.each([
  ['a sheet', { readingMs: 50, rowsMs: HOUR_MS }],
  ['its next rows', { readingMs: HOUR_MS, rowsMs: 50 }],
])('a thread that works on is told to be over the time for %s', async (_name, bounds) => {
  const thread = new Worker('for (;;);', { eval: true })
  const { promise, resolve } = Promise.withResolvers<void>()
  timeReading(thread, bounds, resolve)
  await promise
  await thread.terminate()
})

test('rows that come begin their time anew, and a stopped reading is never too long', async () => {
  const thread = new Worker('for (;;);', { eval: true })
  let over = 0
  const time = timeReading(thread, { readingMs: 200, rowsMs: 100 }, () => (over += 1))
  const refreshing = setInterval(() => time.refresh(), 1)
  await expect.poll(() => over).toBe(1)
  clearInterval(refreshing)
  const stopped = timeReading(thread, { readingMs: 1, rowsMs: 1 }, () => (over += 1))
  stopped.stop()
  const { promise, resolve } = Promise.withResolvers<void>()
  timeReading(thread, { readingMs: 20, rowsMs: HOUR_MS }, resolve)
  await promise
  expect(over).toBe(1)
  await thread.terminate()
})
