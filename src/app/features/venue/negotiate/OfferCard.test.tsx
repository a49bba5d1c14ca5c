import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Offer } from '../../../../domain/lot.ts'
import { milli, minor } from '../../../../domain/units.ts'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { FakeTime, settled } from '../../../../../tests/support/fake-time.ts'
import { at, running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { ConfirmHost } from '../../../ui/ConfirmHost.tsx'
import { VenueProvider } from '../room/RoomContext.ts'
import { OfferCard } from './OfferCard.tsx'

const OFFER: Offer = {
  offer: 'o1',
  lot: 'L1',
  revision: 1,
  from: 'buyer',
  number: 23,
  seller: 'S1',
  price: minor(190_000),
  quantity: milli(10_000),
  deliveryDate: '2026-12-01',
  note: '',
  expiresAt: at(900_000),
  answers: null,
  status: 'live',
  account: null,
}
let fake: FakeVenue
let clock: FakeTime

beforeEach(async () => {
  const client = await chineseClient('venue')
  clock = new FakeTime()
  vi.spyOn(client.ports.clock, 'monotonic').mockImplementation(() => clock.now)
  vi.spyOn(client.ports.clock, 'after').mockImplementation(clock.after)
  fake = new FakeVenue(client, running(), 17, {})
  await fake.enter()
})
afterEach(() => {
  cleanup()
  fake.room.stop()
  vi.restoreAllMocks()
})

const card = (offer: Offer) => (
  <VenueProvider value={{ ...fake.venue, seat: { ...fake.seat, identity: 2, number: null, seller: 'S1' } }}>
    <ul>
      <OfferCard offer={offer} live named onCounter={() => {}} />
    </ul>
    <ConfirmHost />
  </VenueProvider>
)
const accept = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: '接受' }), { detail: 1 })
    await settled()
  })

test('B11 an offer revised under the finger is not accepted: its new price is said, and the next press asks about it', async () => {
  const { rerender } = render(card(OFFER), { wrapper: fake.wrapper })
  act(() => clock.pass(1_000))
  rerender(card({ ...OFFER, revision: 2, price: minor(180_000) }))
  await accept()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText('现为 ¥1,800.00，总额 ¥18,000.00。未发送，请再按一次。')).toBeTruthy()
  act(() => clock.pass(1_000))
  await accept()
  expect(screen.getByRole('dialog').textContent).toContain('¥1,800.00')
})
