import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('of one key a few pieces of work run at a time, in the order in which they came; others’ do not wait for them', async () => {
  const turns = new Turns(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const ask = (name: string, key = 'a') =>
    turns.take(key, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.push(resolve))
      return name
    })
  const all = [ask('1'), ask('2'), ask('3'), ask('4'), ask('other', 'b')]
  await turn()
  expect(begun).toEqual(['1', '2', 'other'])
  ends[0]!()
  await turn()
  expect(begun).toEqual(['1', '2', 'other', '3'])
  while (ends.length < 5) {
    for (const end of ends) end()
    await turn()
  }
  for (const end of ends) end()
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4', 'other'])
})

test('work that fails gives its turn on', async () => {
  const turns = new Turns(1)
  const failing = turns.take('a', () => Promise.reject(new Error('no')))
  const next = turns.take('a', () => Promise.resolve('yes'))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})
