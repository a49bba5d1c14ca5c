import { expect, test } from 'vitest'
import type { Command } from '../commands.ts'
import { dayRefused } from './publish.ts'
import { done, published, refused } from '../testing/scene.ts'
import { Room } from '../testing/room.ts'
import { lotAt, publication, SIGN_UP_DEADLINE, START_TIME } from '../testing/world.ts'
import { DEFAULT_RULE, type Rule } from '../rule.ts'
import { instant, later, milli, minor } from '../units.ts'

type Publish = Extract<Command, { type: 'publish' }>
const publish = (over: Partial<Publish> = {}, actor = 'room') => new Room().give(actor, publication(over))

test('R7: the log begins with it', () => {
  const room = new Room()
  const [event] = done(room.give('room', publication()))
  expect(event).toMatchObject({ type: 'session.published', seq: 1 })
  expect(room.state).toMatchObject({
    phase: 2,
    stage: 'preparation',
    lotOrder: ['lot-1', 'lot-2'],
    startTime: START_TIME,
    signUpDeadline: SIGN_UP_DEADLINE,
  })
  expect(room.state.lots.get('lot-1')).toMatchObject({
    status: 'waiting',
    publishedPrice: 100_000,
    startPrice: 100_000,
    round: 0,
    clock: null,
  })
})

test('S2: once', () => expect(refused(published().give('room', publication())).refused).toBe('session.exists'))

test('A2: by room or operator', () => {
  for (const actor of ['host', 'seller:S1', 'bidder:1', 'audience'])
    expect(refused(publish({}, actor)).refused).toBe('identity.not_allowed')
  done(publish({}, 'operator'))
})

test('catalogue order is by position', () => {
  const room = new Room()
  done(room.give('room', publication({ lots: [lotAt(3), lotAt(1), lotAt(2)] })))
  expect(room.state.lotOrder).toEqual(['lot-1', 'lot-2', 'lot-3'])
})

const bad: readonly [string, Parameters<typeof lotAt>[1]][] = [
  ['an unknown seller', { seller: 'S9' }],
  ['no id', { lot: '' }],
  ['an id that no record can have', { lot: '__proto__' }],
  ['no date', { deliveryDate: '' }],
  ['no price', { startPrice: minor(0) }],
  ['no step', { addRange: minor(0) }],
  ['no quantity', { quantity: milli(0) }],
  ['a reserve of nothing', { reserve: minor(0) }],
  ['an amount that cannot be told', { startPrice: minor(10 ** 15), quantity: milli(10_000_000) }],
]
test.each(bad)('S2: not with a lot that has %s', (_, over) => {
  expect(refused(publish({ lots: [lotAt(1), lotAt(2, over)] }))).toEqual({
    refused: 'session.catalogue_invalid',
    numbers: { position: 2 },
  })
})

const wrong: readonly [string, Partial<Publish>][] = [
  ['no lots', { lots: [] }],
  ['a lot twice', { lots: [lotAt(1), lotAt(1)] }],
  [
    'a seller twice',
    {
      sellers: [
        { seller: 'S1', company: 'a' },
        { seller: 'S1', company: 'b' },
      ],
    },
  ],
  ['sign-up after the start', { signUpDeadline: later(START_TIME, 1) }],
]
test.each(wrong)('S2: not with %s', (_, over) =>
  expect(refused(publish(over))).toEqual({ refused: 'session.catalogue_invalid' }),
)

const rules: readonly Partial<Rule>[] = [
  { biddingSeconds: 0 },
  { biddingSeconds: 1.5 },
  { extensionSeconds: 0 },
  { hardEndSeconds: 0 },
  { negotiationMinutes: 0 },
  { staggerSeconds: -1 },
  { adjustPercent: 101 },
  { adjustPercent: -1 },
  { autoFinishMinutes: 0 },
  { biddingSeconds: 86_401 },
  { negotiationMinutes: NaN },
]
test.each(rules)('S2: not under a rule of %o', (over) => {
  expect(refused(publish({ rule: { ...DEFAULT_RULE, ...over } })).refused).toBe('session.catalogue_invalid')
})

test.each(['2027', '2027-01', '2027-1-31', '+002027-01-31', '2027-01-31T00:00', ' 2027-01-31'])(
  'L5: %j is no day',
  (text) => expect(dayRefused(text, START_TIME)).toEqual({ refused: 'lot.delivery_date_required' }),
)

test('L5: a day is past from its midnight in Beijing on, to the millisecond', () => {
  const midnight = instant(Date.UTC(2026, 10, 20, 16))
  expect(dayRefused('2026-11-20', later(midnight, -1))).toBeNull()
  expect(dayRefused('2026-11-20', midnight)).toEqual({ refused: 'lot.delivery_date_past' })
})
