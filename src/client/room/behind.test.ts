import { expect, test } from 'vitest'
import { behindAfter, UNKNOWN } from './behind.ts'

const after = (...ms: readonly number[]) => ms.reduce(behindAfter, UNKNOWN).shown

test('one frame tells nothing; two do, in tenths of a second and never as nothing', () => {
  expect(after(730)).toBeNull()
  expect(after(730, 760)).toBe(700)
  expect(after(-20, 8)).toBe(100)
})

test('one late frame changes nothing, a network that became slow does, and small differences do not flicker', () => {
  expect(after(100, 100, 9_000)).toBe(100)
  expect(after(100, 100, 250, 250, 250, 250)).toBe(100)
  expect(after(100, 100, 3_000, 3_000, 3_000)).toBe(3_000)
})
