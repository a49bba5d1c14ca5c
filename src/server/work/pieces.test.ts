import { expect, test } from 'vitest'
import { openPieces } from './pieces.ts'

test('one piece at a time, in their order, also after one that failed', async () => {
  const piece = openPieces(1)
  const first = Promise.withResolvers<string>()
  const begun: string[] = []
  const noted = (name: string, made: Promise<string>) =>
    piece(() => {
      begun.push(name)
      return made
    })
  const all = [
    noted('first', first.promise),
    noted('second', Promise.resolve('b')),
    noted('third', Promise.resolve('c')),
  ]
  await Promise.resolve()
  expect(begun).toEqual(['first'])
  first.reject(new Error('no rows'))
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(begun).toEqual(['first', 'second', 'third'])
})

test('a piece that lasts longer than its turn lets the next begin beside it, and is awaited', async () => {
  const piece = openPieces(1, 1)
  const long = Promise.withResolvers<string>()
  const first = piece(() => long.promise)
  expect(await piece(() => Promise.resolve('next'))).toBe('next')
  long.resolve('long')
  expect(await first).toBe('long')
})
