import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonInTurns } from './json-in-turns.ts'

test('is what JSON.stringify writes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
      expect(await jsonInTurns(value)).toBe(JSON.stringify(value))
    }),
  )
})

test('of lists of any length, of fields without a value, and of values that say how they are written', async () => {
  for (const length of [0, 1, 250, 251, 500, 501, 1_000]) {
    const lots = Array.from({ length }, (_, lot) => ({ lot, at: new Date(lot), none: undefined, list: [1, undefined] }))
    const value = { kept: { version: 13, state: { lots, none: undefined, call: () => 1, none2: null } }, secret: '' }
    expect(await jsonInTurns(value)).toBe(JSON.stringify(value))
  }
  const written = { toJSON: () => 'as text' }
  expect(await jsonInTurns({ written })).toBe(JSON.stringify({ written }))
})

test('lets other work go on between parts of a long list', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 0)
  await jsonInTurns({ lots: Array.from({ length: 20_000 }, (_, lot) => ({ lot, name: 'spruce'.repeat(20) })) })
  clearInterval(other)
  expect(turns).toBeGreaterThan(0)
})
