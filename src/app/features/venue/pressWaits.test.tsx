import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, TimeoutError } from '../../../client/calls/index.ts'
import type { CommandOutcome } from '../../../client/room/commands.ts'
import type { SessionEvent } from '../../../domain/events.ts'
import { chineseClient } from '../../../../tests/support/client.tsx'
import { settled } from '../../../../tests/support/fake-time.ts'
import { at, published, running, type Sale } from '../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../tests/support/venue.tsx'
import { ConfirmHost } from '../../ui/ConfirmHost.tsx'
import { ToastHost } from '../../ui/ToastHost.tsx'
import { RoundDialog } from './host/RoundDialog.tsx'
import { StageControls } from './host/StageControls.tsx'
import { OfferDialog } from './negotiate/OfferDialog.tsx'
import { useLot, VenueProvider, type Seat } from './room/RoomContext.ts'

// A press that waits for its answer says what is being done at once, and after five seconds that no answer has come.

const ME = 17
const HOST = { identity: 3, number: null } as const
const LATE = /尚未收到答复。/
const close = vi.fn<() => void>()
let answer: (outcome: CommandOutcome) => void
const sent = vi.fn(
  () =>
    new Promise<CommandOutcome>((resolve) => {
      answer = resolve
    }),
)
let fake: FakeVenue

beforeEach(() => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView = () => {}
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  cleanup()
  fake.room.stop()
  vi.useRealTimers()
  sent.mockClear()
  close.mockClear()
})

async function show(element: ReactElement, sale: Sale, seat: Partial<Seat>): Promise<void> {
  const client = await chineseClient('venue')
  fake = new FakeVenue(client, sale, ME, { start: sent, reopen: sent, offer: () => () => new Promise(() => {}) })
  await fake.enter()
  const { venue, wrapper: Wrapper } = fake
  render(
    <Wrapper>
      <VenueProvider value={{ ...venue, seat: { ...venue.seat, ...seat } }}>
        {element}
        <ConfirmHost />
        <ToastHost />
      </VenueProvider>
    </Wrapper>,
  )
}

const press = (name: string | RegExp) =>
  act(async () => {
    screen.getByRole('button', { name }).focus()
    fireEvent.click(screen.getByRole('button', { name }))
    await settled()
  })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const receive = (outcome: CommandOutcome) =>
  act(async () => {
    answer(outcome)
    await settled()
  })
const tell = (...events: readonly SessionEvent[]) =>
  act(async () => {
    fake.tell(...events)
    await settled()
  })
/** What screen readers are told politely. */
const said = (): string =>
  screen
    .getAllByRole('status')
    .map((region) => region.textContent)
    .join('')

/** The events that open every lot of the sale. */
function opening(sale: Sale): readonly SessionEvent[] {
  const { lotOrder } = sale.state
  return [
    sale.add(0, { type: 'stage.changed', stage: 'bidding', endsAt: null }, 'host'),
    sale.add(
      0,
      {
        type: 'round.opened',
        round: 1,
        lots: lotOrder.map((lot) => ({ lot, opensAt: at(0), deadline: at(180_000), hardEnd: null })),
      },
      'host',
    ),
  ]
}

describe('the dialog that opens lots', () => {
  test('says at once that it opens them, after 5 s that no answer has come, and closes with the answer', async () => {
    await show(<RoundDialog first onClose={close} />, published(), HOST)
    await press('开放 3 个标的')
    const button = screen.getByRole('button', { name: '正在开放 3 个标的…' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(button)
    expect(said()).toBe('正在开放 3 个标的…')

    await pass(4_900)
    expect(screen.queryByText(LATE)).toBeNull()
    await pass(100)
    expect(said()).toMatch(LATE)
    expect(said()).toMatch(/无需重复点击.*会场会显示标的已开放.*关闭此窗口不会取消操作/)
    expect(document.activeElement).toBe(button)
    fireEvent.click(button)
    expect(sent).toHaveBeenCalledOnce()

    await receive({ kind: 'done' })
    expect(close).toHaveBeenCalledOnce()
    expect(said()).toBe('')
  })

  test('a refusal is shown in it, and what was typed stays', async () => {
    await show(<RoundDialog first onClose={close} />, published(), HOST)
    fireEvent.change(screen.getByLabelText('竞价时长（秒）'), { target: { value: '240' } })
    await press('开放 3 个标的')
    await pass(6_000)
    const error = new ApiError({ code: 601, msg: '场次尚未开始。', numbers: {}, client: 'venue' })
    await receive({ kind: 'failed', error })
    expect(screen.getByRole('dialog').textContent).toContain('场次尚未开始。')
    expect(screen.queryByText(LATE)).toBeNull()
    expect(screen.getByRole('button', { name: '开放 3 个标的' }).getAttribute('aria-busy')).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('竞价时长（秒）').value).toBe('240')
    expect(close).not.toHaveBeenCalled()
  })

  test('closes as soon as the room shows the lots as open, also after the answer was lost', async () => {
    const sale = published()
    await show(<RoundDialog first onClose={close} />, sale, HOST)
    await press('开放 3 个标的')
    await receive({ kind: 'failed', error: new TimeoutError('no answer in time') })
    expect(screen.getByRole('dialog').textContent).toContain('操作可能已经生效')
    expect(close).not.toHaveBeenCalled()
    await tell(...opening(sale))
    expect(close).toHaveBeenCalledOnce()
  })

  test('names a lost connection at once', async () => {
    await show(<RoundDialog first onClose={close} />, published(), HOST)
    await press('开放 3 个标的')
    act(() => fake.client.link.override({ kind: 'offline', since: 0 }))
    expect(said()).toMatch(/连接已断开。.*请先核对/)
  })

  test('closed by the host meanwhile, a refusal is a notice', async () => {
    await show(<RoundDialog first onClose={close} />, published(), HOST)
    const { client } = fake
    await press('开放 3 个标的')
    cleanup()
    const error = new ApiError({ code: 601, msg: '场次尚未开始。', numbers: {}, client: 'venue' })
    await receive({ kind: 'failed', error })
    render(<ToastHost />, { wrapper: fake.wrapper })
    expect(screen.getByText('场次尚未开始。')).toBeTruthy()
    expect(client.locale).toBe('zh')
    expect(close).not.toHaveBeenCalled()
  })
})

test('a button of the page says it too: the late words are a notice that goes with the answer', async () => {
  const sale = running()
  sale.add(1_000, { type: 'session.closed', message: '码头停电' }, 'host')
  await show(<StageControls />, sale, HOST)
  await press('重新开放')
  await act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name: '重新开放' }).at(-1)!)
    await settled()
  })
  expect(screen.getByRole('button', { name: '正在重新开放…' })).toBeTruthy()
  await pass(5_000)
  expect(screen.getByText(LATE).textContent).toBe('尚未收到答复。')
  await receive({ kind: 'done' })
  expect(screen.queryByText(LATE)).toBeNull()
})

function InLot() {
  const lot = useLot('L1')
  return lot && <OfferDialog lot={lot} answers={null} onClose={close} />
}

test('an offer’s form stays until its verdict', async () => {
  await show(<InLot />, running(), { identity: 1, number: ME })
  await press('提交还价')
  expect(screen.getByRole('button', { name: '正在提交还价…' })).toBeTruthy()
  await pass(5_000)
  expect(said()).toMatch(LATE)
  expect(close).not.toHaveBeenCalled()
  const [{ bidKey } = { bidKey: '' }] = fake.room.bids.store.get()
  await act(async () =>
    fake.room.bids.heard(bidKey, { verdict: 'accepted', reason: null, seq: 9, price: null, at: at(0), receipt: null }),
  )
  expect(close).toHaveBeenCalledOnce()
})
