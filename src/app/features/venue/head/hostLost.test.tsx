import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { running } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { speechOf } from '../room/speech.ts'
import { Notices } from './Notices.tsx'

let fake: FakeVenue | undefined
afterEach(() => {
  cleanup()
  fake?.room.stop()
})

test('26 the room reads that its host is lost, and that clocks go on, until the host is back', async () => {
  fake = new FakeVenue(await chineseClient('venue'), running(), 17, {})
  await fake.enter()
  const Wrapper = fake.wrapper
  render(
    <Wrapper>
      <Notices />
    </Wrapper>,
  )
  const presence = (more: object) => act(() => fake!.net.last.frame({ sendType: '4', online: 3, ...more }))
  presence({})
  const notice = () => screen.queryByText('主持人的连接已中断。')
  expect(notice()).toBeNull()
  presence({ hostLost: true })
  expect(notice()).not.toBeNull()
  expect(speechOf(fake.client).store.get().speaking?.text).toContain('主持人的连接已中断。')
  presence({})
  expect(notice()).toBeNull()
})
