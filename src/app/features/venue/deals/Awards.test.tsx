import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { FakeTime, settled } from '../../../../../tests/support/fake-time.ts'
import { at, running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { minor } from '../../../../domain/units.ts'
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx'
import { speechOf } from '../room/speech.ts'
import { Awards } from './Awards.tsx'

const ME = 17
const confirmDeal = vi.fn<(lot: string) => void>()
let fake: FakeVenue
let clock: FakeTime

beforeEach(async () => {
  const client = await chineseClient('venue')
  clock = new FakeTime()
  vi.spyOn(client.ports.clock, 'monotonic').mockImplementation(() => clock.now)
  vi.spyOn(client.ports.clock, 'after').mockImplementation(clock.after)
  fake = new FakeVenue(client, running(), ME, {
    confirmDeal: (lot) => () => {
      confirmDeal(lot)
      return new Promise(() => {})
    },
  })
  fake.sale.bid(1_000, ME, 200_000)
  fake.sale.bid(2_000, 23, 205_000)
  await fake.enter()
})
afterEach(() => {
  cleanup()
  fake.room.stop()
  vi.restoreAllMocks()
  confirmDeal.mockClear()
})

const offer = (price: number) =>
  act(() =>
    fake.tell(
      fake.sale.add(190_000, { type: 'deal.offered', lot: 'L1', number: ME, price: minor(price), until: at(900_000) }),
    ),
  )
const show = () =>
  render(
    <>
      <Awards />
      <ConfirmHost />
    </>,
    { wrapper: fake.wrapper },
  )
const said = () => speechOf(fake.client).store.get().speaking
const press = (name: string) =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name }).at(-1)!, { detail: 1 })
    await settled()
  })

test('a lot that is free again is said once, with its price and the time to answer, however its clock runs', () => {
  show()
  offer(200_000)
  expect(said()).toMatchObject({ rank: 'urgent' })
  expect(said()?.text).toContain('¥2,000.00')
  const first = said()?.id
  for (let second = 0; second < 5; second += 1) {
    clock.pass(1_000)
    fake.time.now = clock.now
    act(() => fake.tick())
  }
  expect(said()?.id).toBe(first)
})

test('B11 taking it asks first, and sends only for the terms that the question named', async () => {
  show()
  offer(200_000)
  await press('买下')
  expect(screen.getByRole('dialog').textContent).toContain('¥2,000.00')
  expect(confirmDeal).not.toHaveBeenCalled()
  offer(195_000)
  await press('买下')
  expect(confirmDeal).not.toHaveBeenCalled()
  expect(said()?.text).toBe('条件已变动，未发送任何内容。')
})

test('B11 terms that change under the finger are said; the next press asks about them', async () => {
  show()
  offer(200_000)
  act(() => clock.pass(1_000))
  offer(195_000)
  await press('买下')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(said()?.text).toContain('¥1,950.00')
  act(() => clock.pass(1_000))
  await press('买下')
  expect(screen.getByRole('dialog').textContent).toContain('¥1,950.00')
})
