import { expect, onTestFinished, test } from 'vitest'
import { keepThreads } from '../work/kept-threads.ts'
import { atOnce } from '../work/pieces.ts'
import { startThread } from '../work/thread.ts'
import type { Task } from '../work/work.ts'
import { sheetOfPages, writeSheet } from './sheet-thread.ts'

test('a page that still waits for its turn when the next cannot be read begins no thread', async () => {
  const waiting: (() => Promise<unknown>)[] = []
  const piece = <T>(work: () => Promise<T>): Promise<T> => {
    waiting.push(work)
    return new Promise(() => undefined)
  }
  async function* pages(): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve(['a'])
    throw new Error('the database is gone')
  }
  const head = { format: 'csv', decimal: 'point', name: 'lots', columns: [] } as const
  const made = sheetOfPages(new URL('./sheet-worker.ts', import.meta.url), head, pages(), {
    ended: new AbortController().signal,
    piece,
    lend: () => {
      throw new Error('no thread is begun')
    },
  })
  await expect(made).rejects.toThrow('the database is gone')
  expect(waiting).toHaveLength(1)
  await expect(waiting[0]?.()).rejects.toThrow('given up')
})

/** Tasks of one node, and how many threads it started. */
function node() {
  const started: ReturnType<typeof startThread>[] = []
  const lendThread = keepThreads({
    start: (...given) => {
      const worker = startThread(...given)
      started.push(worker)
      return worker
    },
  })
  onTestFinished(async () => {
    await Promise.all(started.map((worker) => worker.terminate()))
  })
  const task = (ended: AbortSignal): Task => ({
    ended,
    piece: atOnce,
    lend: (module, heapMb) => lendThread(module, heapMb, ended),
  })
  return { started, task }
}
async function* of(...pages: readonly (readonly string[])[]): AsyncGenerator<readonly string[]> {
  for (const page of pages) yield await Promise.resolve(page)
}
const csv = (name: string, pages: AsyncIterable<readonly string[]>, task: Task) =>
  writeSheet({ format: 'csv', decimal: 'point' }, name, [{ name, width: 8, value: (row) => row }], pages, task)
const sheetOf = (...cells: readonly string[]) => `\uFEFF${cells.map((cell) => `"${cell}"\r\n`).join('')}`

test('one thread writes sheet after sheet, each with its own head and rows', async () => {
  const { started, task } = node()
  const going = task(new AbortController().signal)
  expect(String(await csv('first', of(['a', 'b'], ['c']), going))).toBe(sheetOf('first', 'a', 'b', 'c'))
  expect(String(await csv('second', of(['d']), going))).toBe(sheetOf('second', 'd'))
  expect(String(await csv('empty', of(), going))).toBe(sheetOf('empty'))
  expect(started).toHaveLength(1)
})

test('after a sheet that was left or failed the next is written by a new thread, without its rows', async () => {
  const { started, task } = node()
  const leaving = new AbortController()
  async function* left(): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve(['a'])
    yield await Promise.resolve(['b'])
    leaving.abort(new Error('the reader left'))
    yield ['c']
  }
  await expect(csv('left', left(), task(leaving.signal))).rejects.toThrow()
  async function* broken(): AsyncGenerator<readonly string[]> {
    yield await Promise.resolve(['a'])
    yield await Promise.resolve(['b'])
    throw new Error('the database is gone')
  }
  const going = task(new AbortController().signal)
  await expect(csv('broken', broken(), going)).rejects.toThrow('the database is gone')
  expect(String(await csv('next', of(['d']), going))).toBe(sheetOf('next', 'd'))
  expect(started).toHaveLength(3)
})
