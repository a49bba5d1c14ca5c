import { expect, test } from 'vitest'
import { prepare } from './run.ts'
import { loose } from './survivors.ts'

test('each explanation of a survivor fits one function of the law as it is', { timeout: 60_000 }, async () => {
  const prepared = await prepare()
  try {
    expect(loose(prepared.mutants)).toEqual([])
  } finally {
    await prepared.remove()
  }
})
