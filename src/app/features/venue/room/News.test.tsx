import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SessionEvent } from '../../../../domain/events.ts'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { minor } from '../../../../domain/units.ts'
import { FakeTime } from '../../../../../tests/support/fake-time.ts'
import { at, running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { dismiss, noticesOf } from '../../../ui/toast.ts'
import { spokenMs } from '../speech.ts'
import { News } from './News.tsx'
import { roomSettingsOf } from './settings.ts'
import { speechOf } from './speech.ts'
import { Voice } from './Voice.tsx'

const ME = 17
let fake: FakeVenue
let clock: FakeTime
beforeEach(async () => {
  const client = await chineseClient('venue')
  clock = new FakeTime()
  vi.spyOn(client.ports.clock, 'monotonic').mockImplementation(() => clock.now)
  vi.spyOn(client.ports.clock, 'after').mockImplementation(clock.after)
  fake = new FakeVenue(client, running(), ME, {})
  await fake.enter()
  render(
    <>
      <Voice />
      <News lot="L1" />
    </>,
    { wrapper: fake.wrapper },
  )
  // The lot's name has not come.
  act(() => clock.pass(2_000))
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  fake.room.stop()
})
const tell = (...events: readonly SessionEvent[]) => act(() => fake.tell(...events))
const heard = (live: 'polite' | 'assertive') => document.querySelector(`[aria-live=${live}]`)?.textContent
/** Time passes, by the ticker's turns. */
function pass(ms: number): void {
  for (const end = clock.now + ms; clock.now < end;) {
    clock.pass(200)
    fake.time.now = clock.now
    act(() => fake.tick())
  }
}
/** What is said in the time, each text once, with the second at which it begins. */
function record(): { readonly at: number; readonly text: string; readonly urgent: boolean }[] {
  const said: { at: number; text: string; urgent: boolean }[] = []
  const { store } = speechOf(fake.client)
  let id = 0
  store.subscribe(() => {
    const { speaking } = store.get()
    if (speaking === null || speaking.id === id) return
    id = speaking.id
    said.push({ at: clock.now / 1000, text: speaking.text, urgent: speaking.rank === 'urgent' })
  })
  return said
}

test('on entering it says name, price, leader, time left and next price in one sentence', () => {
  expect(heard('polite')).toBe('1 号标的，¥2,000.00，暂无出价，剩余 3 分钟，下一口 ¥2,000.00')
})

test('14 a screen reader hears a rival’s bid with the next price; the loss of the lead at once and alone', () => {
  pass(10_000)
  tell(fake.sale.bid(11_000, 23, 200_000))
  expect(heard('polite')).toBe('23 号出价 ¥2,000.00，下一口 ¥2,050.00。')
  tell(fake.sale.bid(12_000, ME, 205_000))
  tell(fake.sale.bid(13_000, 23, 210_000))
  expect([heard('polite'), heard('assertive')]).toEqual(['', '被超过：23 号出价 ¥2,100.00，下一口 ¥2,150.00'])
  pass(10_000)
  expect([heard('polite'), heard('assertive')]).toEqual(['', ''])
})

test('14 a lively lot, 24 bids in 24 s: at most every 4 s, the newest only, and the last figure is the true one', () => {
  tell(fake.sale.bid(0, ME, 200_000))
  pass(10_000)
  const said = record()
  for (let nth = 0; nth < 24; nth += 1) {
    tell(fake.sale.bid(10_000 + nth * 1_000, nth % 2 === 0 ? 5 : 23, 205_000 + nth * 5_000))
    pass(1_000)
  }
  pass(6_000)
  expect(said[0]).toMatchObject({ urgent: true, text: '被超过：5 号出价 ¥2,050.00，下一口 ¥2,100.00' })
  expect(said.length).toBeLessThanOrEqual(8)
  expect(said.at(-1)?.text).toBe('23 号出价 ¥3,200.00，下一口 ¥3,250.00。')
  // The reader is never more than 5 s behind what it was given.
  let free = 0
  for (const { at, text } of said) {
    free = Math.max(free, at * 1000) + spokenMs(text)
    expect(free - at * 1000).toBeLessThanOrEqual(5_000)
  }
})

test('the time left: a minute, 20 s, 10 s, closing; an extension with the bid that caused it', () => {
  const said = record()
  pass(156_000)
  expect(said.map(({ text }) => text)).toEqual(['剩余 1 分钟。'])
  tell(
    fake.sale.add(175_000, {
      type: 'bid',
      lot: 'L1',
      number: 23,
      price: minor(200_000),
      deadline: at(200_000),
      origin: null,
      account: null,
      clerk: null,
    }),
  )
  pass(46_000)
  expect(said.slice(1).map(({ text }) => text)).toEqual([
    '23 号出价 ¥2,000.00，下一口 ¥2,050.00。 已延时，剩余 42 秒。',
    '剩余 20 秒。',
    '剩余 10 秒。',
    '时间到，正在截止。',
  ])
})

test.each([
  ['unsold', { type: 'lot.unsold', lot: 'L1', confirmUntil: null }, '1 号标的未成交。'],
  ['withdrawn', { type: 'lot.withdrawn', lot: 'L1', reason: '更正' }, '1 号标的已撤回。'],
] as const)('14 it hears that a lot is %s, and not that it leads there', (_what, payload, text) => {
  pass(10_000)
  tell(fake.sale.bid(1_000, ME, 200_000), fake.sale.add(180_250, payload))
  expect([heard('polite'), heard('assertive')]).toEqual([text, ''])
})

test('the host’s words are heard, other people’s are not', () => {
  pass(10_000)
  tell(fake.sale.add(11_000, { type: 'message', from: 'bidder:23', text: '你好', account: null }, 'bidder:23'))
  expect(heard('polite')).toBe('')
  tell(fake.sale.add(12_000, { type: 'message', from: 'host', text: '三号标的分两批', account: null }, 'host'))
  expect(heard('polite')).toBe('主持人：三号标的分两批')
})

test('a lost link is told once; on return the whole state of the lot', async () => {
  pass(10_000)
  tell(fake.sale.bid(11_000, 23, 200_000))
  pass(5_000)
  const said = record()
  act(() => fake.net.last.end(1006))
  pass(3_000)
  expect(said.map(({ text }) => text)).toEqual(['连接已断开，不会发送或排队任何内容。'])
})

test('“mine”: rivals on a lot without an own bid and the host’s words are not said, the loss of a lead is', () => {
  act(() => roomSettingsOf(fake.client).choose({ hears: 'mine' }))
  pass(10_000)
  const said = record()
  tell(fake.sale.bid(11_000, 5, 200_000))
  tell(fake.sale.add(12_000, { type: 'message', from: 'host', text: '请稍候', account: null }, 'host'))
  tell(fake.sale.bid(13_000, ME, 205_000))
  tell(fake.sale.bid(14_000, 5, 210_000))
  pass(10_000)
  expect(said.map(({ text }) => text)).toEqual(['¥2,050.00，您领先。', '被超过：5 号出价 ¥2,100.00，下一口 ¥2,150.00'])
})

test('“nothing”: nothing is said by itself', () => {
  act(() => roomSettingsOf(fake.client).choose({ hears: 'nothing' }))
  pass(10_000)
  const said = record()
  tell(fake.sale.bid(13_000, ME, 200_000), fake.sale.bid(14_000, 5, 205_000))
  pass(180_000)
  expect(said).toEqual([])
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

const log = (ms: number, payload: Parameters<typeof fake.sale.add>[1]) => () => fake.sale.add(ms, payload, 'host')

test.each([
  ['the stage', log(12_000, { type: 'stage.changed', stage: 'negotiation', endsAt: null }), '进入洽谈阶段', false],
  ['a moved end', log(12_000, { type: 'stage.adjusted', endsAt: null, deadlines: [] }), '主持人调整了阶段时间', false],
  [
    'a new start price of the lot in hand',
    log(12_000, { type: 'lot.adjusted', lot: 'L1', startPrice: minor(210_000), deliveryDate: '2026-12-20' }),
    '1 号标的 起拍价调整为 ¥2,100.00，交货日期 2026-12-20',
    false,
  ],
  ['messages off', log(12_000, { type: 'speech.set', allowed: false, speaker: null }), '主持人已全场禁言', false],
  ['an end of the sale', log(12_000, { type: 'session.cancelled', reason: '台风' }), '专场已取消：台风', true],
] as const)('the log’s words of %s are said', (_what, event, text, isUrgent) => {
  pass(10_000)
  const said = record()
  tell(event())
  expect(said[0]).toMatchObject({ text, urgent: isUrgent })
})

test('a struck bid of another is said, with the price that stands', () => {
  const first = fake.sale.bid(1_000, 5, 200_000)
  const second = fake.sale.bid(2_000, 23, 205_000)
  tell(first, second)
  pass(20_000)
  const said = record()
  tell(
    fake.sale.add(
      22_000,
      {
        type: 'bid.voided',
        lot: 'L1',
        struck: [second.seq],
        number: 23,
        reason: '误报',
        restored: { seq: first.seq, number: 5, price: minor(200_000), at: first.at },
        account: null,
        deadline: at(180_000),
      },
      'host',
    ),
  )
  pass(10_000)
  expect(said.map(({ text }) => text)).toEqual([
    '5 号出价 ¥2,000.00，下一口 ¥2,050.00。',
    '1 号标的 23 号的出价已作废：误报',
  ])
})

test('on entering a paused room that is said first', async () => {
  cleanup()
  tell(fake.sale.add(3_000, { type: 'session.closed', message: '核对标的' }, 'host'))
  const said = record()
  render(<News lot="L1" />, { wrapper: fake.wrapper })
  act(() => clock.pass(2_000))
  expect(said[0]).toMatchObject({ text: '会场已临时关闭。核对标的', urgent: true })
})
