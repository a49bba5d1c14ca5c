import { expect, test } from 'vitest'
import { instant, later } from '../../domain/units.ts'
import type { NewAuditRow } from '../store/audit.ts'
import { FOLD_MS, Refusals } from './refusals.ts'

const start = instant(1_800_000_000_000)
const refusal = (given: Partial<NewAuditRow> = {}): NewAuditRow => ({
  at: start,
  requestId: 'r',
  act: 'login',
  outcome: 'refused',
  reason: 'auth.wrong_credentials',
  actorId: null,
  actorLogin: null,
  actorName: null,
  actorAs: 'visitor',
  subjectKind: 'account',
  subjectId: 'buyer1',
  subjectName: null,
  timelineId: null,
  address: '192.0.2.1',
  device: '',
  asked: {},
  before: {},
  after: {},
  once: null,
  ...given,
})

test('the first refusal is written at once, those of each minute after as one line with their number', () => {
  const refusals = new Refusals()
  const taken = Array.from({ length: 1_000 }, () => refusals.take(refusal(), start))
  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(refusals.held(['login'])).toBe(999)
  expect(refusals.held(['logout'])).toBe(0)
  expect(refusals.due(later(start, FOLD_MS - 1))).toEqual([])
  const next = later(start, FOLD_MS)
  expect(refusals.due(next)).toEqual([{ ...refusal(), times: 999 }])
  expect(refusals.take(refusal(), next)).toBe(false)
  expect(refusals.due(later(next, FOLD_MS)).map(({ times }) => times)).toEqual([1])
  // After a quiet minute the next one is the first again.
  expect(refusals.due(later(next, 2 * FOLD_MS))).toEqual([])
  expect(refusals.take(refusal(), later(next, 2 * FOLD_MS))).toBe(true)
})

test.each<[string, Partial<NewAuditRow>, boolean]>([
  ['another subject', { subjectId: 'buyer2' }, false],
  ['another address', { address: '192.0.2.2' }, true],
  ['another act', { act: 'register' }, true],
  ['another reason', { reason: 'auth.locked' }, true],
  ['an account', { actorId: 'buyer1' }, true],
])('%s: told apart is %s', (_, other, apart) => {
  const refusals = new Refusals()
  refusals.take(refusal(), start)
  expect(refusals.take(refusal(other), start)).toBe(apart)
})

test('addresses of one IPv6 network are one visitor, and a line for several subjects names none', () => {
  const refusals = new Refusals()
  expect(refusals.take(refusal({ address: '2001:db8::1' }), start)).toBe(true)
  expect(refusals.take(refusal({ address: '2001:db8::2' }), start)).toBe(false)
  expect(refusals.take(refusal({ address: '2001:db8::3', subjectId: 'buyer2' }), start)).toBe(false)
  expect(refusals.due(null)).toEqual([refusal({ address: '2001:db8::3', subjectId: null, times: 2 })])
})

test('visitors beyond what a node tells apart are folded together', () => {
  const refusals = new Refusals()
  let lines = 0
  for (let i = 0; i < 20_000; i++)
    if (refusals.take(refusal({ address: `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}` }), start)) lines += 1
  expect(lines).toBe(5_001)
  expect(refusals.due(null).map(({ times }) => times)).toEqual([14_999])
})
