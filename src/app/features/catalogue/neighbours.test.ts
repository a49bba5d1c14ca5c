import { expect, it } from 'vitest'
import { leaveTrail, neighboursOf } from './neighbours.ts'

function drawer(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

it('finds the neighbours in the list one came from, in its order', () => {
  const storage = drawer()
  leaveTrail({ scheduleTimelineId: 's', ids: ['c', 'a', 'b'], href: '/target/list?x=1' }, storage)
  expect(neighboursOf('a', 's', storage)).toEqual({ before: 'c', after: 'b', back: '/target/list?x=1' })
  expect(neighboursOf('c', 's', storage)).toMatchObject({ before: null, after: 'a' })
})
it('knows the way back for a lot that is not on that page', () => {
  const storage = drawer()
  leaveTrail({ scheduleTimelineId: 's', ids: ['a'], href: '/l' }, storage)
  expect(neighboursOf('z', 's', storage)).toEqual({ before: null, after: null, back: '/l' })
})
it('has none in another session, nor without a list, nor in nonsense', () => {
  const storage = drawer()
  leaveTrail({ scheduleTimelineId: 's', ids: ['a', 'b'], href: '/l' }, storage)
  expect(neighboursOf('a', 'other', storage).back).toBeNull()
  expect(neighboursOf('a', 's', { getItem: () => null }).back).toBeNull()
  expect(neighboursOf('a', 's', { getItem: () => '{"ids":7}' }).back).toBeNull()
})
