import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../../tests/support/client.tsx'
import { at, published, running, type Sale } from '../../../../tests/support/sale.ts'
import { giveScreen } from '../../../../tests/support/screen.ts'
import { FakeVenue } from '../../../../tests/support/venue.tsx'
import { minor } from '../../../domain/units.ts'
import { Queries } from '../../lib/client.ts'
import { BuyerScreen } from './buyer/BuyerScreen.tsx'
import { HostScreen } from './host/HostScreen.tsx'
import { VenueProvider, type Seat } from './room/RoomContext.ts'
import { SellerScreen } from './seller/SellerScreen.tsx'
import { KeepTypedMessage } from './talk/MessageBox.tsx'

// A tablet that is turned, or a window that is made narrower, changes the layout of the room: what was typed and the
// dialog that is open stay.

// Whole screens are drawn: a busy machine takes its time.
vi.setConfig({ testTimeout: 30_000 })

const ME = 17
let fake: FakeVenue | undefined
let resize: ReturnType<typeof giveScreen>
const WIDE = [1_280, 900] as const
const TABLET = [1_024, 768] as const
const PHONE = [390, 844] as const

beforeEach(() => {
  resize = giveScreen(...PHONE)
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
})
afterEach(() => {
  cleanup()
  fake?.room.stop()
  vi.unstubAllGlobals()
})

async function show(element: ReactElement, sale: Sale, seat: Partial<Seat> = {}): Promise<FakeVenue> {
  const client = await chineseClient('venue')
  fake = new FakeVenue(client, sale, ME, {})
  await fake.enter()
  const { venue, wrapper: Wrapper } = fake
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  render(
    <Wrapper>
      <QueryClientProvider client={queries}>
        <VenueProvider value={{ ...venue, seat: { ...venue.seat, ...seat } }}>
          <KeepTypedMessage>{element}</KeepTypedMessage>
        </VenueProvider>
      </QueryClientProvider>
    </Wrapper>,
  )
  return fake
}

const turnTo = ([width, height]: readonly [number, number]) => act(() => resize(width, height))
// By the page's elements: queries by role are slow on pages of this size.
const named = (kind: string, name: string | RegExp) => {
  const found = [...document.querySelectorAll<HTMLElement>(kind)].find((one) => {
    const own = one.getAttribute('aria-label') ?? one.textContent
    return typeof name === 'string' ? own === name : name.test(own)
  })
  if (!found) throw new Error(`no ${kind} ${String(name)}`)
  return found
}
const press = (name: string | RegExp) => act(() => void fireEvent.click(named('button', name)))
const pressTab = (name: string) => act(() => void fireEvent.click(named('[role=tab]', name)))
const dialog = () => document.querySelector('dialog')
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string | RegExp, value: string) =>
  act(() => {
    field(label).focus()
    fireEvent.change(field(label), { target: { value } })
  })

function negotiating(): Sale {
  const sale = running()
  for (const lot of ['L1', 'L2', 'L3']) sale.add(180_250, { type: 'lot.unsold', lot, confirmUntil: null })
  sale.add(181_000, { type: 'stage.changed', stage: 'negotiation', endsAt: null }, 'host')
  return sale
}

test('31 a buyer’s offer, with all that was typed, from the phone’s layout to the wide one and back', async () => {
  await show(<BuyerScreen />, negotiating())
  press('发起还价')
  type('备注', '下午送到')
  type('单价', '1999')
  for (const size of [TABLET, WIDE, PHONE]) {
    turnTo(size)
    expect(dialog()?.open).toBe(true)
    expect(field('备注').value).toBe('下午送到')
    expect(field('单价').value).toBe('1999')
  }
})

test('31 a ceiling: the sheet of a phone becomes the panel of a wide screen', async () => {
  await show(<BuyerScreen />, running())
  press('我的限价')
  type(/^最高出到/, '2300')
  turnTo(WIDE)
  expect(dialog()).toBeNull()
  expect(field(/^最高出到/).value).toBe('2300')
  turnTo(PHONE)
  expect(dialog()?.open).toBe(true)
  expect(field(/^最高出到/).value).toBe('2300')
})

test('31 the price that was chosen on the ladder', async () => {
  await show(<BuyerScreen />, running())
  press(/^加 /)
  press(/^加 /)
  const chosen = document.querySelector('[data-kind]')?.textContent
  expect(chosen).toContain('2,100')
  turnTo(WIDE)
  expect(document.querySelector('[data-kind]')?.textContent).toBe(chosen)
})

test('31 the host’s sheet, and the pane beside the lots that the host works in', async () => {
  await show(<HostScreen />, published(), { identity: 3, number: null })
  press('开始竞价')
  expect(dialog()?.open).toBe(true)
  turnTo(WIDE)
  expect(dialog()?.open).toBe(true)
  press('关闭')
  turnTo(PHONE)
  pressTab('消息')
  type(/发言/, '请稍候')
  turnTo(WIDE)
  expect(field(/发言/).value).toBe('请稍候')
  pressTab('人员')
  pressTab('记录')
  expect(field(/发言/).value).toBe('请稍候')
  turnTo(PHONE)
  expect(field(/发言/).value).toBe('请稍候')
})

test('31 a seller’s answer to an offer', async () => {
  const sale = negotiating()
  sale.add(
    182_000,
    {
      type: 'offer.made',
      offer: 'O1',
      lot: 'L1',
      revision: 1,
      from: 'buyer',
      number: ME,
      seller: 'S1',
      price: minor(150_000),
      quantity: sale.state.lots.get('L1')!.quantity,
      deliveryDate: '2036-12-20',
      note: '',
      expiresAt: at(900_000),
      answers: null,
      account: null,
    } as never,
    `bidder:${ME}`,
  )
  resize(...WIDE)
  await show(<SellerScreen />, sale, { identity: 2, number: null, seller: 'S1' })
  press('还价')
  type('备注', '可分两批')
  for (const size of [PHONE, TABLET, WIDE]) {
    turnTo(size)
    expect(dialog()?.open).toBe(true)
    expect(field('备注').value).toBe('可分两批')
  }
})

test('31 a seller’s message, which is in sight in each layout', async () => {
  resize(...WIDE)
  await show(<SellerScreen />, running(), { identity: 2, number: null, seller: 'S1' })
  type(/发言/, '稍后答复')
  turnTo(PHONE)
  expect(field(/发言/).value).toBe('稍后答复')
})
