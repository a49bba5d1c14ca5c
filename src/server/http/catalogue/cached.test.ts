import { expect, test } from 'vitest'
import { instant } from '../../../domain/units.ts'
import { cached } from './cached.ts'

test('what was read is kept for its life; asked for meanwhile, it is read once', async () => {
  let now = instant(0)
  let reads = 0
  const read = cached(
    (key: string) => Promise.resolve(`${key}${(reads += 1)}`),
    100,
    2,
    () => now,
  )
  expect(await Promise.all([read('a'), read('a')])).toEqual(['a1', 'a1'])
  now = instant(99)
  expect(await read('a')).toBe('a1')
  now = instant(100)
  expect(await read('a')).toBe('a2')
})

test('a failure is told to those who asked, and not kept', async () => {
  let broken = true
  const read = cached(
    () => (broken ? Promise.reject(new Error('away')) : Promise.resolve('here')),
    100,
    2,
    () => instant(0),
  )
  await expect(read('a')).rejects.toThrow('away')
  broken = false
  expect(await read('a')).toBe('here')
})
