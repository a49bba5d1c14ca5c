import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { at, running, type Sale } from '../../../../../tests/support/sale.ts'
import { giveScreen } from '../../../../../tests/support/screen.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { milli, minor } from '../../../../domain/units.ts'
import { Queries } from '../../../lib/client.ts'
import { BuyerScreen } from './BuyerScreen.tsx'

// Whole screens are drawn: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

const ME = 17
let fake: FakeVenue | undefined

afterEach(() => {
  cleanup()
  fake?.room.stop()
  vi.unstubAllGlobals()
})

async function show(sale: Sale, [width, height]: readonly [number, number] = [390, 844]): Promise<FakeVenue> {
  giveScreen(width, height)
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  const client = await chineseClient('venue')
  fake = new FakeVenue(client, sale, ME, {})
  await fake.enter()
  const Wrapper = fake.wrapper
  render(
    <Wrapper>
      <QueryClientProvider client={new Queries(client, { defaultOptions: { queries: { enabled: false } } })}>
        <BuyerScreen />
      </QueryClientProvider>
    </Wrapper>,
  )
  return fake
}

const deck = () => document.querySelector('[data-deck]')!
const ladder = () => document.querySelector('[role=slider]')
const buttons = () => [...document.querySelectorAll('button')]
const names = () => buttons().map((button) => button.textContent)

for (const [which, size] of [
  ['phone', [390, 844]],
  ['wide', [1_440, 900]],
] as const)
  test(`31 a dismissed bidder has nothing to bid with (${which}): the reason stands in its place`, async () => {
    const { sale, tell } = bound(await show(running(), size))
    expect(ladder()).not.toBeNull()
    expect(names()).toContain('我的限价')
    act(() => tell(sale.add(5_000, { type: 'bidder.dismissed', number: ME, reason: '资料不全', over: [] }, 'host')))
    expect(ladder()).toBeNull()
    expect(deck().querySelectorAll('button')).toHaveLength(0)
    expect(deck().textContent).toContain('贵公司已被取消竞买资格，不能出价')
    expect(names()).not.toContain('我的限价')
    expect(document.body.textContent).toContain('资料不全')
    // Admitted again, the deck is back.
    act(() => tell(sale.add(6_000, { type: 'bidder.admitted', number: ME, company: null, flags: null }, 'host')))
    expect(ladder()).not.toBeNull()
  })

test('31 who bought a part of a lot by an offer reads so, with the price', async () => {
  const sale = running()
  for (const lot of ['L1', 'L2', 'L3']) sale.add(180_250, { type: 'lot.unsold', lot, confirmUntil: null })
  sale.add(181_000, { type: 'stage.changed', stage: 'negotiation', endsAt: null }, 'host')
  sale.add(182_000, { type: 'lot.split', lot: 'L2', child: 'L2.1', quantity: milli(10_000) })
  sale.add(182_000, {
    type: 'lot.sold',
    lot: 'L2.1',
    number: ME,
    price: minor(190_000),
    quantity: milli(10_000),
    amount: minor(1_900_000),
    company: null,
    account: null,
    offer: null,
  })
  await show(sale)
  const chip = buttons().find(({ textContent }) => textContent.includes('2-1'))!
  act(() => void fireEvent.click(chip))
  expect(deck().textContent).toContain('您已购得')
  expect(deck().textContent).toContain('1,900')
  expect(document.body.textContent).not.toContain('您尚未对该标的还价')
})

test('31 a lot that is offered on is shown as awaiting an answer, not as failed', async () => {
  const sale = running(['L1'])
  sale.bid(1_000, 23, 200_000)
  sale.add(180_250, {
    type: 'lot.sold',
    lot: 'L1',
    number: 23,
    price: minor(200_000),
    quantity: milli(32_450),
    amount: minor(6_490_000),
    company: null,
    account: null,
    offer: null,
  })
  sale.add(181_000, { type: 'session.finished', failed: [] }, 'host')
  sale.add(190_000, { type: 'deal.cancelled', lot: 'L1', number: 23, reason: '未付款' }, 'operator')
  sale.add(
    191_000,
    { type: 'deal.offered', lot: 'L1', number: ME, price: minor(200_000), until: at(900_000) },
    'operator',
  )
  await show(sale)
  act(() => void fireEvent.click(document.querySelector('nav button')!))
  expect(document.body.textContent).not.toContain('流拍 1')
  expect(document.body.textContent).toContain('另有 1 件标的等待答复')
  expect(document.querySelector('nav button')?.textContent).toContain('待下一位答复')
  expect(deck().textContent).toContain('现以 ¥2,000.00 提供给贵公司')
})

const bound = (one: FakeVenue) => ({ sale: one.sale, tell: one.tell.bind(one) })

test('46.5 a second skip link leads past all lots to the deck, not to its button: a second Enter would bid', async () => {
  await show(running(), [1_440, 900])
  const skip = document.querySelector<HTMLAnchorElement>('a[href="#bid"]')!
  expect(skip.textContent).toBe('跳到出价区')
  fireEvent.click(skip)
  expect(document.activeElement).toBe(deck())
  expect(deck().id).toBe('bid')
})

test('46.5 all lots are one stop', async () => {
  await show(running(), [1_440, 900])
  const rows = [...document.querySelectorAll<HTMLElement>('[data-lot]')]
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
})
