import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { HeadCountdown } from '../head/HeadCountdown.tsx'
import { LinkState } from '../head/LinkState.tsx'
import { useLot } from '../room/RoomContext.ts'
import { LotClock } from './LotClock.tsx'
import { ShortClock } from './ShortClock.tsx'

let fake: FakeVenue
beforeEach(async () => {
  fake = new FakeVenue(await chineseClient('venue'), running(), 17, {})
  await fake.enter()
})
afterEach(() => {
  cleanup()
  fake.room.stop()
})

function Clocks() {
  const lot = useLot('L1')
  return (
    lot && (
      <>
        <LinkState />
        <HeadCountdown />
        <LotClock lot={lot} noticed={false} />
        <ShortClock lot={lot} />
      </>
    )
  )
}
const shown = () => document.body.textContent

test('22 without the link the clocks go on as a reckoning, and the notice counts down to the next attempt', () => {
  const { rerender } = render(<Clocks />, { wrapper: fake.wrapper })
  expect(screen.getByRole('timer').textContent).toBe('03:00')
  expect(shown()).not.toMatch(/约|≈/)

  act(() => fake.net.last.end(1006))
  expect(screen.getByRole('status').textContent).toMatch(/正在重连 1\/3 \d+ 秒后/)
  expect(shown()).toContain('约剩 03:00')
  expect(shown()).toContain('≈03:00')

  // Nothing ticks by itself here.
  act(() => fake.time.pass(700))
  act(() => fake.time.sleep(49_300))
  rerender(<Clocks />)
  expect(shown()).toContain('约剩 02:10')
  expect(shown()).toContain('≈02:10')
})
