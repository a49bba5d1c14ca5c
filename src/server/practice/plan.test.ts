import { expect, test } from 'vitest'
import type { SessionState } from '../../domain/state.ts'
import { instant } from '../../domain/units.ts'
import { PRACTICE_PACE } from './pace.ts'
import { planFor } from './plan.ts'
import { practiceRoom, START } from './testing/practice-room.ts'

const NOW = instant(START + 1_000_000)
const waiting = practiceRoom().state
const running = (() => {
  const room = practiceRoom()
  room.give({ type: 'start', lots: null, biddingSeconds: null }, 'host')
  return room.state
})()
const negotiating = ((): SessionState => ({ ...running, stage: 'negotiation' }))()

const plan = (states: Readonly<Record<string, SessionState>>, signs: Readonly<Record<string, number>> = {}) =>
  planFor(
    new Map(Object.entries(states)),
    new Map(Object.entries(signs).map(([id, ago]) => [id, instant(NOW - ago)])),
    PRACTICE_PACE,
    NOW,
  )

test('an empty practice hall gets a session', () => {
  expect(plan({})).toMatchObject({ awake: false, publishNext: true })
})

test('a session that waits with no visitor rests: no robots, no other session', () => {
  expect(plan({ a: waiting })).toEqual({ awake: false, publishNext: false, played: new Map() })
  expect(plan({ a: waiting }, { a: PRACTICE_PACE.graceMs + 1 }).awake).toBe(false)
})

test('it begins as soon as a visitor comes, and goes on a while when the visitor’s link is lost', () => {
  expect(plan({ a: waiting }, { a: 0 }).played).toEqual(new Map([['a', { begin: true }]]))
  expect(plan({ a: waiting }, { a: PRACTICE_PACE.graceMs - 1 }).awake).toBe(true)
})

test('a session that runs keeps its robots when everybody has gone, so that it can end', () => {
  expect(plan({ a: running })).toEqual({ awake: false, publishNext: false, played: new Map([['a', { begin: false }]]) })
})

test('the next one waits while people can bid in this one', () => {
  expect(plan({ a: running, b: waiting }, { a: 0 }).played).toEqual(new Map([['a', { begin: true }]]))
})

test('it begins when bidding in this one is over', () => {
  expect(plan({ a: negotiating, b: waiting }, { a: 0 }).played.get('b')).toEqual({ begin: true })
})

test('it begins at once for a visitor who has come to it', () => {
  expect(plan({ a: running, b: waiting }, { b: 0 }).played.get('b')).toEqual({ begin: true })
})

test('it does not begin without a visitor', () => {
  expect(plan({ a: negotiating, b: waiting }).played.has('b')).toBe(false)
})

test('there is never more than one session to come', () => {
  expect(plan({ a: negotiating, b: waiting }).publishNext).toBe(false)
  expect(plan({ a: negotiating }).publishNext).toBe(true)
})
