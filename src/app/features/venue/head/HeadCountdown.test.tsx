import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { at, published } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { HeadCountdown } from './HeadCountdown.tsx'

let fake: FakeVenue | undefined
afterEach(() => {
  cleanup()
  fake?.room.stop()
})

test.each([0, 3_000, -3_000])(
  '15 the header counts down by the server from the first second, on a device whose clock is %i ms ahead',
  async (skewMs) => {
    const sale = published()
    sale.add(0, { type: 'stage.changed', stage: 'negotiation', endsAt: at(600_000) }, 'host')
    fake = new FakeVenue(await chineseClient('venue'), sale, 17, {}, skewMs)
    await fake.enter()
    render(<HeadCountdown />, { wrapper: fake.wrapper })
    expect(screen.getByRole('timer').textContent).toBe('10:00')
  },
)
