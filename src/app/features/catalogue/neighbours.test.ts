import { expect, it } from 'vitest'
import { leaveTrail, neighboursOf } from './neighbours.ts'

function drawer(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

it('finds the neighbours in the list one came from, in its order', () => {
  const storage = drawer()
  leaveTrail({ scheduleTimelineId: 's', ids: ['c', 'a', 'b'], search: { keyword: 'oak', page: 2 } }, storage)
  expect(neighboursOf('a', 's', storage)).toEqual({ before: 'c', after: 'b', back: { keyword: 'oak', page: 2 } })
  expect(neighboursOf('c', 's', storage)).toMatchObject({ before: null, after: 'a' })
})
it('knows the way back for a lot that is not on that page', () => {
  const storage = drawer()
  leaveTrail({ scheduleTimelineId: 's', ids: ['a'], search: { grade: 'A' } }, storage)
  expect(neighboursOf('z', 's', storage)).toEqual({ before: null, after: null, back: { grade: 'A' } })
})
it('has none in another session, nor without a list, nor in nonsense', () => {
  const storage = drawer()
  leaveTrail({ scheduleTimelineId: 's', ids: ['a', 'b'], search: { grade: 'A' } }, storage)
  expect(neighboursOf('a', 'other', storage).back).toBeNull()
  expect(neighboursOf('a', 's', { getItem: () => null }).back).toBeNull()
  expect(neighboursOf('a', 's', { getItem: () => '{"ids":7}' }).back).toBeNull()
})
