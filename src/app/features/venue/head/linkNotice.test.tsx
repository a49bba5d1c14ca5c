import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { settled } from '../../../../../tests/support/fake-time.ts'
import { running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { LinkNotice } from './Notices.tsx'

let fake: FakeVenue | undefined
afterEach(() => {
  cleanup()
  fake?.room.stop()
})

test.each([
  ['names the time of the prices on screen', true],
  ['names no time where no price was shown yet', false],
])('44.3 the notice of a failed connection %s', async (_, entered) => {
  fake = new FakeVenue(await chineseClient('venue'), running(), 17, {})
  if (entered) await fake.enter()
  else {
    fake.room.start()
    await settled()
  }
  const { net, time, wrapper } = fake
  render(<LinkNotice />, { wrapper })
  for (let tries = 0; tries < 8 && screen.queryByRole('alert') === null; tries++)
    act(() => {
      net.last.end(1006)
      time.pass(1_000)
    })
  const notice = screen.getByRole('alert').textContent
  expect(notice).toContain('自动重连')
  expect(/价格截至/.test(notice)).toBe(entered)
})
