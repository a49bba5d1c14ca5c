import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SessionEvent } from '../../../../domain/events.ts'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { at, running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { dismiss, noticesOf } from '../../../ui/toast.ts'
import { Announcer } from './Announcer.tsx'

const ME = 17
let fake: FakeVenue
beforeEach(async () => {
  fake = new FakeVenue(await chineseClient('venue'), running(), ME, {})
  await fake.enter()
  render(<Announcer lot="L1" />, { wrapper: fake.wrapper })
})
afterEach(() => {
  cleanup()
  fake.room.stop()
})
const tell = (...events: readonly SessionEvent[]) => act(() => fake.tell(...events))
const heard = (live: 'polite' | 'assertive') => document.querySelector(`[aria-live=${live}]`)?.textContent

test('14 a screen reader hears who leads while the lot runs', () => {
  tell(fake.sale.bid(1_000, ME, 200_000))
  expect(heard('polite')).toBe('1 号标的 ¥2,000.00，您领先')
  tell(fake.sale.bid(2_000, 23, 205_000))
  expect(heard('polite')).toBe('1 号标的 ¥2,050.00，23 号领先')
  expect(heard('assertive')).toContain('23 号以 ¥2,050.00 领先')
})

test.each([
  ['unsold', { type: 'lot.unsold', lot: 'L1', confirmUntil: null }],
  ['withdrawn', { type: 'lot.withdrawn', lot: 'L1', reason: '更正' }],
] as const)('14 it does not hear that it leads on a lot that is %s', (_what, payload) => {
  tell(fake.sale.bid(1_000, ME, 200_000), fake.sale.add(180_250, payload))
  expect(heard('polite')).toBe('')
  expect(heard('assertive')).toBe('')
})

const notices = () =>
  noticesOf(fake.client)
    .get()
    .map(({ title }) => title)
const struck = (ms: number) => {
  const { seq } = fake.sale.state.lots.get('L1')!.leading!
  return fake.sale.add(
    ms,
    {
      type: 'bid.voided',
      lot: 'L1',
      struck: [seq],
      number: ME,
      reason: '资料不全',
      restored: null,
      account: null,
      deadline: at(180_000),
    },
    'host',
  )
}

test('a bid that is struck is told; to a dismissed bidder the notice of the dismissal says it', () => {
  tell(fake.sale.bid(1_000, ME, 200_000))
  tell(struck(2_000))
  expect(notices()).toEqual(['您在 1 号标的的出价已作废'])
  act(() =>
    noticesOf(fake.client)
      .get()
      .forEach(({ id }) => dismiss(fake.client, id)),
  )
  tell(fake.sale.bid(3_000, ME, 200_000))
  const dismissed = fake.sale.add(4_000, { type: 'bidder.dismissed', number: ME, reason: '资料不全', over: [] }, 'host')
  tell(dismissed, struck(4_000))
  expect(notices()).toEqual([])
})

test('14 once the lot has ended its last price is no longer there to be read', () => {
  tell(fake.sale.bid(1_000, ME, 200_000))
  expect(heard('polite')).toContain('您领先')
  tell(fake.sale.add(180_250, { type: 'lot.unsold', lot: 'L1', confirmUntil: null }))
  expect(heard('polite')).toBe('')
})
