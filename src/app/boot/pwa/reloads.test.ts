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
  const gaps: number[] = []
  let now = T
  for (let reload = 0; reload < 8; reload++) {
    gaps.push(reloadDueIn(storage, now) / SECOND)
    now += reloadDueIn(storage, now)
    expect(reloadDueIn(storage, now)).toBe(0)
    noteReload(storage, now)
  }
  expect(gaps).toEqual([0, 3, 10, 30, 120, 600, 600, 600])
})
it('counts the time that passed', () => {
  noteReload(storage, T)
  expect(reloadDueIn(storage, T + SECOND)).toBe(2 * SECOND)
  expect(reloadDueIn(storage, T + 5 * SECOND)).toBe(0)
})
it('begins anew once the page has held for long', () => {
  for (let reload = 0; reload < 4; reload++) noteReload(storage, T)
  expect(reloadDueIn(storage, T + MINUTE)).toBe(MINUTE)
  noteReload(storage, T + 30 * MINUTE)
  expect(reloadDueIn(storage, T + 30 * MINUTE)).toBe(3 * SECOND)
})
it('reads what is no count as none', () => {
  storage.setItem('begun-anew', String(T))
  expect(reloadDueIn(storage, T + SECOND)).toBe(0)
})
