import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { published } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { Queries } from '../../../lib/client.ts'
import { VenueProvider, type Seat } from '../room/RoomContext.ts'
import { Lobby } from './Lobby.tsx'

let fake: FakeVenue | undefined
afterEach(() => {
  cleanup()
  fake?.room.stop()
})

async function readBy(seat: Partial<Seat>): Promise<string> {
  const client = await chineseClient('venue')
  fake = new FakeVenue(client, published(), 17, {})
  await fake.enter()
  const { venue, wrapper: Wrapper } = fake
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  render(
    <Wrapper>
      <QueryClientProvider client={queries}>
        <VenueProvider value={{ ...venue, seat: { ...venue.seat, ...seat } }}>
          <Lobby />
        </VenueProvider>
      </QueryClientProvider>
    </Wrapper>,
  )
  const text = document.body.textContent
  cleanup()
  fake.room.stop()
  return text
}

test('26 the seller’s lobby counts its own lots and says what it may adjust; a buyer’s names its number', async () => {
  const seller = await readBy({ identity: 2, number: null, seller: 'S1' })
  expect(seller).toContain('本方 3 个')
  expect(seller).toContain('起始价')
  expect(seller).not.toContain('竞买号')
  const buyer = await readBy({})
  expect(buyer).toContain('您的竞买号是 17')
  expect(buyer).not.toContain('本方')
})
