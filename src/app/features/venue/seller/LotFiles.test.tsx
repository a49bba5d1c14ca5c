import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { FakeDisk } from '../../../../../tests/support/device.ts'
import { OutboxDevice } from '../../../../../tests/support/outbox-tab.ts'
import { published, running, TIMELINE, type Sale } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
// Loaded by the first press otherwise, which takes its time.
import '../../../../client/outbox/browser.ts'
import { outboxHereOf } from '../../../../client/outbox/here.ts'
import type { Outbox } from '../../../../client/outbox/outbox.ts'
import { Queries } from '../../../lib/client.ts'
import { VenueProvider } from '../room/RoomContext.ts'
import { SellerLot } from './SellerLot.tsx'

/** A busy machine takes its time to read a file. */
const PATIENT = { timeout: 20_000 }

let fake: FakeVenue
let outbox: Outbox
let kill: () => void

beforeEach(() => {
  const device = new OutboxDevice('http://localhost', { account: 'seller1', token: 'token' })
  ;({ outbox, kill } = device.openTab(new FakeDisk().openTab(), {
    shrink: (picture) => Promise.resolve(picture),
    // No file arrives while the test runs.
    files: {
      send: ({ signal }) =>
        new Promise((_ends, fails) => {
          signal.addEventListener('abort', () => fails(new DOMException('left', 'AbortError')))
        }),
    },
  }))
})
afterEach(() => {
  cleanup()
  kill()
  fake.room.stop()
  vi.unstubAllGlobals()
})

async function show(sale: Sale): Promise<void> {
  const client = await chineseClient('venue')
  outboxHereOf(client).set(outbox)
  fake = new FakeVenue(client, sale, 17, {})
  await fake.enter()
  const { venue, wrapper: Wrapper } = fake
  render(
    <Wrapper>
      <QueryClientProvider client={new Queries(client, { defaultOptions: { queries: { enabled: false } } })}>
        <VenueProvider value={{ ...venue, seat: { ...venue.seat, identity: 2, number: null, seller: 'S1' } }}>
          <SellerLot id="L1" />
        </VenueProvider>
      </QueryClientProvider>
    </Wrapper>,
  )
}

const pick = (input: string, file: File) =>
  act(async () => void fireEvent.change(screen.getByTestId(input), { target: { files: [file] } }))
const forms = () => outbox.view.get().items.flatMap((item) => (item.kind === 'form' ? [item] : []))

test(
  '18 a seller adds a photograph and a paper to an own lot from the room, each by the outbox',
  { timeout: 60_000 },
  async () => {
    await show(published(['L1']))
    const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0x20, 0xff, 0xd9])
    await pick('venue-pictures', new File([jpeg], 'logs.jpg', { type: 'image/jpeg' }))
    await waitFor(() => expect(forms()).toHaveLength(1), PATIENT)
    expect(forms()[0]).toMatchObject({
      form: 'lotFiles',
      body: { scheduleTimelineId: TIMELINE, contractObjectId: 'L1', pictures: [expect.any(String)], papers: [] },
    })
    expect(await screen.findByText('logs.jpg', {}, PATIENT)).toBeTruthy()
    fireEvent.change(screen.getByLabelText('文件类别'), { target: { value: 'cites' } })
    await pick('venue-paper', new File(['CITES permit'], 'cites.txt', { type: 'text/plain' }))
    await waitFor(() => expect(forms()).toHaveLength(2), PATIENT)
    expect(forms()[1]?.body).toMatchObject({
      pictures: [],
      papers: [{ kind: 'cites', fileId: expect.any(String) as unknown, name: 'cites.txt' }],
    })
    await pick('venue-pictures', new File(['<svg/>'], 'logs.svg', { type: 'image/svg+xml' }))
    expect((await screen.findByRole('alert', {}, PATIENT)).textContent).toContain('jpg')
    expect(forms()).toHaveLength(2)
  },
)

test('18 while a round runs nothing can be added, and the screen says when', async () => {
  await show(running(['L1']))
  expect(screen.queryByTestId('venue-pictures')).toBeNull()
  expect(screen.getByText(/轮次之间/)).toBeTruthy()
})
