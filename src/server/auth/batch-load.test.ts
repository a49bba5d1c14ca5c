import { expect, test } from 'vitest'
import { batchLoad } from './batch-load.ts'

test('what is asked meanwhile goes into one question, each key once', async () => {
  const asked: (readonly string[])[] = []
  let answer: () => void = () => undefined
  const find = batchLoad(async (keys) => {
    asked.push(keys)
    await new Promise<void>((release) => void (answer = release))
    return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.toUpperCase()]))
  }, 1)

  const all = ['a', 'b', 'c', 'b', 'nobody'].map(find)
  expect(asked).toEqual([['a']])
  answer()
  expect(await all[0]).toBe('A')
  answer()
  expect(await Promise.all(all)).toEqual(['A', 'B', 'C', 'B', null])
  expect(asked).toEqual([['a'], ['b', 'c', 'nobody']])
})

test('an error reaches those who asked, and no later caller', async () => {
  let broken = true
  const find = batchLoad(
    (keys) => (broken ? Promise.reject(new Error('gone')) : Promise.resolve(new Map(keys.map((key) => [key, 1])))),
    1,
  )
  const failed = await Promise.allSettled([find('a'), find('b')])
  broken = false
  expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected'])
  expect(await find('a')).toBe(1)
})
