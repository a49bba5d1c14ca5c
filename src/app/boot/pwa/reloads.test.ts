import { beforeEach, expect, it } from 'vitest'
import { noteReload, reloadDueIn } from './reloads.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const T = 1_790_000_000_000
let kept: Map<string, string>
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}
beforeEach(() => {
  kept = new Map()
})

it('is due at once, and after each reload that changed nothing only after a longer while', () => {
  expect(reloadDueIn(storage, T)).toBeLessThanOrEqual(0)
  const gaps: number[] = []
  for (let now = T, reload = 0; reload < 7; reload++) {
    noteReload(storage, now)
    gaps.push(reloadDueIn(storage, now) / SECOND)
    now += reloadDueIn(storage, now)
    expect(reloadDueIn(storage, now)).toBe(0)
  }
  expect(gaps).toEqual([3, 9, 27, 81, 243, 729, 2_187])
})
it('counts the time that passed', () => {
  noteReload(storage, T)
  expect(reloadDueIn(storage, T + SECOND)).toBe(2 * SECOND)
  expect(reloadDueIn(storage, T + 5 * SECOND)).toBeLessThan(0)
})
it('begins anew once the page has held for long', () => {
  for (let reload = 0; reload < 4; reload++) noteReload(storage, T)
  expect(reloadDueIn(storage, T)).toBe(81 * SECOND)
  noteReload(storage, T + 30 * MINUTE)
  expect(reloadDueIn(storage, T + 30 * MINUTE)).toBe(3 * SECOND)
})
it('reads the record of an earlier version, a time alone, as one reload', () => {
  storage.setItem('begun-anew', String(T))
  expect(reloadDueIn(storage, T + SECOND)).toBeLessThan(0)
  noteReload(storage, T + SECOND)
  expect(reloadDueIn(storage, T + SECOND)).toBe(9 * SECOND)
})
