import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { keepThreads } from './kept-threads.ts'
import type { LentThread } from './kept-threads.ts'
import { startThread } from './thread.ts'

const moduleOf = (source: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, threadId } from 'node:worker_threads'\n${source}`)}`,
  )
/** Answers with the number of its thread; fails, or never answers again, when it is told to. */
const NUMBER = moduleOf(`parentPort.on('message', (message) => {
  if (message === 'fail') throw new Error('a fault')
  while (message === 'stay') {}
  parentPort.postMessage(threadId)
})`)
const OTHER = moduleOf(`parentPort.on('message', () => parentPort.postMessage(threadId))`)
const going = () => new AbortController().signal

function opened(options: Parameters<typeof keepThreads>[0] = {}) {
  const started: Worker[] = []
  const lend = keepThreads({
    ...options,
    start: (...given) => {
      const worker = startThread(...given)
      started.push(worker)
      return worker
    },
  })
  onTestFinished(async () => {
    await Promise.all(started.map((worker) => worker.terminate()))
  })
  return { started, lend: (ended = going(), module = NUMBER): LentThread => lend(module, 32, ended) }
}
const exited = async (worker: Worker | undefined): Promise<void> => {
  if (worker && worker.threadId !== -1) await once(worker, 'exit')
}

test('a thread that ended its job does the next one', async () => {
  const { started, lend } = opened()
  const first = lend()
  const number = await first.ask('whose')
  first.giveBack()
  const second = lend()
  expect(await second.ask('whose')).toBe(number)
  expect(started).toHaveLength(1)
  // Two jobs at once have a thread each.
  expect(await lend().ask('whose')).not.toBe(number)
})

test('a thread whose job failed or was given up is replaced', async () => {
  const { started, lend } = opened()
  const failing = lend()
  await expect(failing.ask('fail')).rejects.toThrow('a fault')
  failing.giveBack()
  const stuck = lend()
  const answer = stuck.ask('stay')
  answer.catch(() => undefined)
  await stuck.end()
  await expect(answer).rejects.toThrow('ended without its answer')
  expect(await lend().ask('whose')).toBe(started[2]?.threadId)
  expect(started).toHaveLength(3)
})

test('a thread ends with its job’s signal, also at the job’s end; a later one of an earlier job does not end it', async () => {
  const { started, lend } = opened()
  const leaving = new AbortController()
  const stuck = lend(leaving.signal).ask('stay')
  leaving.abort()
  await expect(stuck).rejects.toThrow('ended without its answer')
  const late = new AbortController()
  const done = lend(late.signal)
  await done.ask('whose')
  late.abort()
  done.giveBack()
  const over = new AbortController()
  const next = lend(over.signal)
  const number = await next.ask('whose')
  next.giveBack()
  over.abort()
  expect(await lend().ask('whose')).toBe(number)
  expect(started).toHaveLength(3)
})

test('a thread ends after its number of jobs, when it waits for long, and for work of another kind', async () => {
  const { started, lend } = opened({ jobsMost: 2 })
  for (let job = 0; job < 3; job++) {
    const lent = lend()
    await lent.ask('whose')
    lent.giveBack()
  }
  expect(started).toHaveLength(2)
  await exited(started[0])
  lend(going(), OTHER)
  await exited(started[1])
  expect(started).toHaveLength(3)
  const idle = opened({ idleMs: 1 })
  const lent = idle.lend()
  await lent.ask('whose')
  const ended = once(idle.started[0] as Worker, 'exit')
  lent.giveBack()
  await ended
})

test('a thread that ends while it waits is replaced', async () => {
  const { started, lend } = opened()
  const first = lend()
  await first.ask('whose')
  first.giveBack()
  await started[0]?.terminate()
  expect(await lend().ask('whose')).toBe(started[1]?.threadId)
})
