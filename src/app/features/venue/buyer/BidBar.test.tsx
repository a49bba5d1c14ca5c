import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi, type Mock } from 'vitest'
import type { SessionEvent } from '../../../../domain/events.ts'
import type { LotId } from '../../../../domain/lot.ts'
import type { Verdict } from '../../../../contract/verdict.ts'
import { minor } from '../../../../domain/units.ts'
import type { Key } from '../../../../client/room/bids.ts'
import type { BidAnswer } from '../../../../client/room/pending.ts'
import { noticesOf } from '../../../ui/toast.ts'
import { FakeTime, settled } from '../../../../../tests/support/fake-time.ts'
import { at, running } from '../../../../../tests/support/sale.ts'
import { giveScreen } from '../../../../../tests/support/screen.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { Leader } from '../parts/Leader.tsx'
import { LotPrice } from '../parts/LotPrice.tsx'
import { useLot } from '../room/RoomContext.ts'
import { speechOf } from '../room/speech.ts'
import { BidBar } from './BidBar.tsx'
import { chineseClient } from '../../../../../tests/support/client.tsx'

const ME = 17
const OTHER = 23
let fake: FakeVenue
let clock: FakeTime
let sent: { price: number; key: Key }[]
let answer: (given: BidAnswer) => void
let shown: Mock<(lot: LotId) => void>

beforeEach(async () => {
  giveScreen(360, 640)
  sent = []
  shown = vi.fn()
  const client = await chineseClient('venue')
  clock = new FakeTime()
  vi.spyOn(client.ports.clock, 'monotonic').mockImplementation(() => clock.now)
  vi.spyOn(client.ports.clock, 'after').mockImplementation(clock.after)
  fake = new FakeVenue(client, running(), ME, {
    bid: (_lot, price) => (key) => {
      sent.push({ price, key })
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  await fake.enter()
})
afterEach(() => {
  cleanup()
  fake.room.stop()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const accepted: Verdict = {
  verdict: 'accepted',
  reason: null,
  seq: 99,
  price: minor(200_000),
  at: at(0),
  receipt: null,
}
const receive = (verdict: Verdict) =>
  act(async () => {
    answer({ kind: 'verdict', verdict })
    await settled()
  })

const sold = (number: number) =>
  fake.sale.add(180_250, {
    type: 'lot.sold',
    lot: 'L1',
    number,
    price: minor(200_000),
    quantity: fake.sale.state.lots.get('L1')!.quantity,
    amount: minor(6_490_000),
    company: null,
    account: null,
    offer: null,
  })

function Bar() {
  const lot = useLot('L1')
  return lot && <BidBar lot={lot} me={ME} onShow={shown} />
}

function LotAndBar() {
  const lot = useLot('L1')
  return (
    lot && (
      <>
        <LotPrice lot={lot} />
        <Leader lot={lot} />
        <Bar />
      </>
    )
  )
}

const show = () => render(<Bar />, { wrapper: fake.wrapper })
const big = () => document.querySelector<HTMLButtonElement>('[data-kind]')!
const kind = () => big().dataset['kind']
/** `detail` 0: by keyboard or assistive technology. */
const tap = async (element: HTMLElement, detail = 1) => {
  await act(async () => {
    fireEvent.click(element, { detail })
    await settled()
  })
}
const press = async (element: HTMLElement) => {
  if (element === big()) read()
  await tap(element)
}
const said = () => document.querySelector('[data-status] p')?.textContent ?? ''
const tell = (...events: readonly SessionEvent[]) => act(() => fake.tell(...events))
const pass = (ms: number) => act(() => clock.pass(ms))
/** Lets enough time pass for a person to have read the label. */
const read = () => pass(1_000)
const fresh = () => big().dataset['fresh']
const switchFollow = () => tap(screen.getByRole('switch', { name: /^跟价/ }))

describe('the bar', () => {
  test('says what a press would bid, per unit and for the parcel', () => {
    show()
    expect(kind()).toBe('canBid')
    expect(big().textContent).toBe('出价 ¥2,000.00/m³')
    expect(screen.getByText('总额').parentElement?.textContent).toBe('总额¥64,900.00')
  })

  test('+ and − stay on the grid, and − stops at the least that is taken', async () => {
    show()
    const [lower, raise] = [screen.getByLabelText('减 ¥50.00'), screen.getByLabelText('加 ¥50.00')]
    expect(lower.getAttribute('aria-disabled')).toBe('true')
    await press(lower)
    expect(noticesOf(fake.client).get()).toMatchObject([{ title: '这是目前可受理的最低价。' }])
    await press(raise)
    await press(raise)
    expect(big().textContent).toBe('出价 ¥2,100.00/m³')
    await press(lower)
    expect(big().textContent).toBe('出价 ¥2,050.00/m³')
  })

  test('44.2 a button whose words another program has changed sends nothing, and says why', async () => {
    show()
    read()
    const amount = big().querySelector('[translate=no]')!
    amount.textContent = '¥2.000 yuan'
    await press(big())
    expect(sent).toEqual([])
    expect(noticesOf(fake.client).get()).toMatchObject([{ title: '按钮上的价格与会场的不一致，未发送任何内容。' }])
  })

  test('sent, accepted and leading are three things', async () => {
    show()
    await press(big())
    expect(sent).toEqual([{ price: 200_000, key: { bidKey: 'key-1', notAfter: at(10_000) } }])
    expect(kind()).toBe('sending')
    const event = fake.sale.bid(1_000, ME, 200_000)
    await receive({ ...accepted, seq: event.seq })
    expect(kind()).toBe('settling')
    expect(screen.getByText(/会场已受理/).textContent).toContain('¥2,000')
    tell(event)
    expect(kind()).toBe('leading')
    expect(big().textContent).toBe('您领先 ¥2,000.00/m³')
    await press(big())
    expect(sent).toHaveLength(1)
  })

  test('outbid takes the place of accepted: both prices, the number, and the next price on the button', async () => {
    show()
    await press(big())
    const event = fake.sale.bid(1_000, ME, 200_000)
    await receive({ ...accepted, seq: event.seq })
    tell(event)
    expect(said()).toBe('会场已受理 ¥2,000.00。')
    tell(fake.sale.bid(2_000, OTHER, 205_000))
    expect(said()).toBe('您的 ¥2,000.00 已被 23 号的 ¥2,050.00 超过。')
    expect(kind()).toBe('outbid')
    expect(big().textContent).toBe('被超过，出价 ¥2,100.00/m³')
  })

  test('a lot closed below its reserve says so to the bidder who led, in the deck and beside the price', () => {
    render(<LotAndBar />, { wrapper: fake.wrapper })
    tell(fake.sale.bid(1_000, ME, 200_000))
    expect(screen.getAllByText('您领先')[0]?.textContent).toBe('您领先')
    tell(fake.sale.add(180_250, { type: 'lot.unsold', lot: 'L1', confirmUntil: null }))
    expect(said()).toBe('未达保留价：您的 ¥2,000.00 最高，不再对您有约束。')
    expect(screen.getByText('未达保留价')).toBeTruthy()
    expect(document.body.textContent).not.toContain('领先')
  })

  test('every row is there in every state', async () => {
    show()
    const rows = () => [said() !== '', screen.queryByLabelText('您的出价') !== null, kind()]
    expect(rows()).toEqual([true, true, 'canBid'])
    tell(fake.sale.bid(1_000, ME, 200_000))
    expect(rows()).toEqual([true, true, 'leading'])
    tell(fake.sale.bid(2_000, OTHER, 205_000))
    expect(rows()).toEqual([true, true, 'outbid'])
    tell(fake.sale.add(3_000, { type: 'session.closed', message: '停电' }, 'host'))
    expect(rows()).toEqual([true, true, 'roomClosed'])
    expect(said()).toBe('主持人已临时关闭会场。 停电')
    act(() => fake.net.last.end(1006))
    expect(rows()).toEqual([true, true, 'linkLost'])
    expect(screen.getByLabelText('加 ¥50.00').getAttribute('aria-disabled')).toBe('true')
  })

  test('bought: it says so with the way to sign, and the button leads to the next lot', async () => {
    show()
    tell(fake.sale.bid(1_000, ME, 200_000), sold(ME))
    expect(said()).toBe('您已购得 ¥2,000.00 · 总额 ¥64,900.00')
    expect(screen.getByRole('link', { name: '签署合同' }).getAttribute('href')).toBe('/user/order/sign')
    expect([kind(), big().textContent?.trim()]).toEqual(['next', '下一个：2 号标的'])
    await press(big())
    expect(shown).toHaveBeenCalledWith('L2')
    expect(sent).toEqual([])
  })

  test('24 where no price can be chosen a press on the stepper says why, and changes nothing', async () => {
    show()
    const raise = () => screen.getByLabelText('加 ¥50.00')
    const price = () => screen.getByLabelText('您的出价').textContent
    tell(fake.sale.bid(1_000, ME, 200_000))
    const before = price()
    await press(raise())
    expect(noticesOf(fake.client).get()).toMatchObject([{ title: '您已领先；被超过后再选择更高的价格。' }])
    act(() => fake.net.last.end(1006))
    await press(raise())
    expect(
      noticesOf(fake.client)
        .get()
        .map(({ title }) => title),
    ).toContain('离线，暂不能选择价格。')
    expect(price()).toBe(before)
  })

  test('B11 a price that has just moved is said and held, and the next press bids exactly it', async () => {
    show()
    read()
    tell(fake.sale.bid(1_000, OTHER, 200_000))
    expect(fresh()).toBe('unseen')
    await tap(big())
    expect(sent).toEqual([])
    expect(said()).toBe('未发送：现价为 ¥2,050.00，再按一次即按此价出价。')
    expect(speechOf(fake.client).store.get().speaking).toMatchObject({
      rank: 'urgent',
      text: '现价 ¥2,050.00，再按一次即出价。',
    })
    // Pressed again at once it is the same press.
    await tap(big())
    expect(sent).toEqual([])
    read()
    expect(fresh()).toBe('unheard')
    await tap(big())
    expect(sent).toMatchObject([{ price: 205_000 }])
  })

  test('B11 a press within five seconds never bids more than the price that was said', async () => {
    show()
    await tap(big())
    tell(fake.sale.bid(1_000, OTHER, 200_000))
    pass(4_000)
    await tap(big())
    expect(sent).toEqual([])
    expect(said()).toBe('未发送：¥2,000.00 已不够。再按一次，出价 ¥2,050.00。')
    pass(1_000)
    await tap(big())
    expect(sent).toMatchObject([{ price: 205_000 }])
  })

  test('B11 by keyboard a price counts once it was said too; focus on the button says it', async () => {
    show()
    pass(60_000)
    expect(fresh()).toBe('unheard')
    await tap(big(), 0)
    expect(sent).toEqual([])
    const { endsAt } = speechOf(fake.client).store.get().speaking!
    pass(endsAt - clock.now - 1)
    await tap(big(), 0)
    expect(sent).toEqual([])
    pass(1)
    expect(fresh()).toBeUndefined()
    await tap(big(), 0)
    expect(sent).toMatchObject([{ price: 200_000 }])
  })

  test('B11 the focus reads the price to a screen reader', async () => {
    show()
    act(() => big().focus())
    expect(fresh()).toBe('unseen')
    pass(1_000)
    pass(2_000)
    expect(fresh()).toBeUndefined()
    await tap(big(), 0)
    expect(sent).toMatchObject([{ price: 200_000 }])
  })

  test('B11 a chosen price that was overtaken is refused in words by the next press, however late', async () => {
    show()
    await press(screen.getByLabelText('加 ¥50.00'))
    tell(fake.sale.bid(1_000, OTHER, 220_000))
    expect(big().textContent).toBe('出价 ¥2,250.00/m³')
    pass(60_000)
    await tap(big())
    expect(sent).toEqual([])
    expect(said()).toBe('未发送：您选的 ¥2,050.00 已被超过。再按一次，出价 ¥2,250.00。')
    await tap(big())
    expect(sent).toMatchObject([{ price: 225_000 }])
  })

  test('B11 who follows the price bids the price of now; the button says so', async () => {
    show()
    await switchFollow()
    expect(big().textContent).toBe('出价 ¥2,000.00/m³ · 跟价')
    tell(fake.sale.bid(1_000, OTHER, 200_000))
    await tap(big(), 0)
    expect(sent).toMatchObject([{ price: 205_000 }])
    await switchFollow()
    expect(screen.getByRole('switch', { name: /^跟价/ }).getAttribute('aria-checked')).toBe('false')
  })

  test('a refusal says why, in the language of the reader, and what one may bid', async () => {
    show()
    await press(big())
    await receive({
      ...accepted,
      verdict: 'refused',
      reason: 'bid.below_next',
      numbers: { nextPrice: 205_000 },
      seq: null,
    })
    expect(screen.getByText(/未受理/).textContent).toContain('出价过低，当前最低须为 2,050.00')
    expect(kind()).toBe('canBid')
  })

  test('without a link it refuses with the reason; nothing is sent or queued, and it says so to those who cannot see it', async () => {
    show()
    act(() => fake.net.last.end(1006))
    expect(kind()).toBe('linkLost')
    expect(big().textContent).toBe('离线，不能出价')
    expect(big().getAttribute('aria-disabled')).toBe('true')
    expect(big()).toHaveProperty('disabled', false)
    await press(big())
    expect([sent, fake.room.bids.store.get()]).toEqual([[], []])
  })

  test('an answer that was lost with the link: it says that the room will be asked, and the bid is not repeated', async () => {
    show()
    await press(big())
    act(() => fake.net.last.end(1006))
    await act(async () => {
      answer({ kind: 'lost', because: 'network' })
      await settled()
    })
    expect(kind()).toBe('linkLost')
    expect(screen.getByText(/恢复连接后会立即向会场核实/)).toBeTruthy()
    await press(big())
    expect(sent).toHaveLength(1)
  })
})

describe('the price ladder, where the screen is high enough', () => {
  beforeEach(() => giveScreen(390, 844))
  const ladder = () => screen.getByRole('slider', { name: '价格标尺：您要出的价格' })
  const key = (name: string) => act(() => void fireEvent.keyDown(ladder(), { key: name }))

  test('its names: the price per unit and for the parcel, and the marks in words', () => {
    show()
    tell(fake.sale.bid(1_000, ME, 200_000), fake.sale.bid(2_000, OTHER, 205_000))
    expect(ladder().getAttribute('aria-valuetext')).toBe('¥2,100.00，总额 ¥68,145.00，当前最低价')
    expect(ladder().getAttribute('aria-valuenow')).toBe('2100')
    const words = document.getElementById(ladder().getAttribute('aria-describedby') ?? '')
    expect(words?.textContent).toBe('23 号以 ¥2,050.00 领先。 您的出价：¥2,000.00。')
  })

  test('keys choose a legal price, never below the next one, and bid nothing; the button bids it', async () => {
    show()
    for (const name of ['ArrowRight', 'ArrowUp', 'PageUp', 'ArrowLeft', 'Enter', ' ']) key(name)
    expect(big().textContent).toBe('出价 ¥2,550.00/m³')
    key('Home')
    key('ArrowDown')
    expect(big().textContent).toBe('出价 ¥2,000.00/m³')
    key('PageUp')
    expect(sent).toEqual([])
    read()
    await press(big())
    expect(sent).toMatchObject([{ price: 250_000 }])
  })

  test('while no bid is taken it stays, and nothing can be chosen on it', () => {
    show()
    act(() => fake.net.last.end(1006))
    key('ArrowRight')
    expect(ladder().getAttribute('aria-disabled')).toBe('true')
    expect(ladder().getAttribute('aria-valuenow')).toBe('2000')
  })
})

test('14 F2 says the lot again, and only F2 alone', () => {
  show()
  const said = () => speechOf(fake.client).store.get().speaking?.text
  fireEvent.keyDown(document.body, { key: 'F2', ctrlKey: true })
  expect(said()).toBeUndefined()
  fireEvent.keyDown(document.body, { key: 'F2' })
  expect(said()).toBe('1 号标的，¥2,000.00，暂无出价，剩余 3 分钟，下一口 ¥2,000.00')
  fireEvent.click(screen.getByRole('button', { name: /重读/ }))
  expect(speechOf(fake.client).store.get().speaking?.id).toBe(2)
})
