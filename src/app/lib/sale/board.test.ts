import { expect, it } from 'vitest'
import { boardOf, type Schedule, type Timeline } from './board.ts'

const line = (id: string, state: Timeline['state'], day: string): Timeline => ({
  scheduleTimelineId: id,
  startTime: `${day}T06:00:00.000Z`,
  signUpDeadline: `${day}T05:00:00.000Z`,
  state,
  stage: 'preparation',
  lotCount: 1,
  soldCount: 0,
  unsoldCount: 0,
  mine: null,
})
const schedule = (id: string, timelines: Timeline[], practice = false): Schedule => ({
  scheduleId: id,
  name: id,
  venue: '',
  practice,
  state: 2,
  timelines,
})
const ids = (entries: readonly { timeline: Timeline }[]) => entries.map(({ timeline }) => timeline.scheduleTimelineId)

const board = boardOf([
  schedule('p', [line('p0', 5, '2026-01-01'), line('p1', 4, '2026-01-02')], true),
  schedule('a', [line('a1', 2, '2026-12-01'), line('a2', 5, '2026-10-01')]),
  schedule('b', [line('b1', 4, '2026-12-05'), line('b2', 5, '2026-11-01')]),
  schedule('c', [line('c1', 3, '2026-11-30')]),
])

it('what runs comes first, then what begins soonest', () => expect(ids(board.coming)).toEqual(['b1', 'c1', 'a1']))
it('results begin with the newest', () => expect(ids(board.over)).toEqual(['b2', 'a2']))
it('a practice sale is among neither, and shown while it goes on', () =>
  expect(board.practice?.timeline.scheduleTimelineId).toBe('p1'))
it('an empty house is an empty board', () => expect(boardOf([])).toEqual({ practice: null, coming: [], over: [] }))
