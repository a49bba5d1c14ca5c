import { expect, it } from 'vitest'
import { leaveTrail, neighboursOf, type LotPlace } from './neighbours.ts'

function drawer(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}
const lot = (id: string, sale = 's'): LotPlace => ({ id, sale })

it('finds the neighbours in the list that the lot was opened from, in its order', () => {
  const storage = drawer()
  const search = { scheduleTimelineId: 's', keyword: 'oak', page: 2 }
  leaveTrail({ lots: [lot('c'), lot('a'), lot('b')], search }, storage)
  expect(neighboursOf(lot('a'), storage)).toEqual({ before: lot('c'), after: lot('b'), back: search })
  expect(neighboursOf(lot('c'), storage)).toMatchObject({ before: null, after: lot('a') })
})
it('goes on into the next sale in the list of all sales', () => {
  const storage = drawer()
  leaveTrail({ lots: [lot('a'), lot('b', 'later')], search: { grade: 'A' } }, storage)
  expect(neighboursOf(lot('a'), storage)).toEqual({ before: null, after: lot('b', 'later'), back: { grade: 'A' } })
  expect(neighboursOf(lot('z'), storage).back).toBeNull()
})
it('knows the way back for a lot that is not on that page', () => {
  const storage = drawer()
  leaveTrail({ lots: [lot('a')], search: { scheduleTimelineId: 's', grade: 'A' } }, storage)
  const back = { scheduleTimelineId: 's', grade: 'A' }
  expect(neighboursOf(lot('z'), storage)).toEqual({ before: null, after: null, back })
})
it('has none in another session, nor without a list, nor in nonsense', () => {
  const storage = drawer()
  leaveTrail({ lots: [lot('a'), lot('b')], search: { scheduleTimelineId: 's', grade: 'A' } }, storage)
  expect(neighboursOf(lot('a', 'other'), storage).back).toBeNull()
  for (const text of [null, '{"lots":7}', '{"ids":["a"],"search":{}}', '{'])
    expect(neighboursOf(lot('a'), { getItem: () => text }).back).toBeNull()
})
