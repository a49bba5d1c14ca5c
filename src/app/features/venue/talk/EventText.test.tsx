import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { at, running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { Queries } from '../../../lib/client.ts'
import { EventText } from './EventText.tsx'

let fake: FakeVenue | undefined
afterEach(() => {
  cleanup()
  fake?.room.stop()
})

test.each([
  ['is unsold in this round', null, '1 号标的 本轮未成交'],
  [
    'waits for its seller, where the rule asks the seller',
    at(190_000),
    '1 号标的 未达底价，卖方可在 14:03:10 前决定是否成交',
  ],
])('the log says that a lot below its reserve %s', async (_what, confirmUntil, text) => {
  const sale = running()
  const event = sale.add(180_250, { type: 'lot.unsold', lot: 'L1', confirmUntil })
  const client = await chineseClient('venue')
  fake = new FakeVenue(client, sale, 17, {})
  await fake.enter()
  const Wrapper = fake.wrapper
  const { container } = render(
    <Wrapper>
      <QueryClientProvider client={new Queries(client, { defaultOptions: { queries: { enabled: false } } })}>
        <EventText event={event} />
      </QueryClientProvider>
    </Wrapper>,
  )
  expect(container.textContent).toBe(text)
})
