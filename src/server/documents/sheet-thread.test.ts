import { expect, test } from 'vitest'
import { sheetOfPages } from './sheet-thread.ts'

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
