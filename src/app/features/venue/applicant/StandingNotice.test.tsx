import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { speechOf } from '../room/speech.ts'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { running, TIMELINE, type Sale } from '../../../../../tests/support/sale.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import { Queries } from '../../../lib/client.ts'
import { VenueProvider, type Seat } from '../room/RoomContext.ts'
import { mineQuery, type Mine } from './queries.ts'
import { StandingNotice } from './StandingNotice.tsx'

const ME = 17
let fake: FakeVenue | undefined

afterEach(() => {
  cleanup()
  fake?.room.stop()
})

/** `mine`: the answer that the device has, as if the server had sent it. */
async function show(seat: Partial<Seat>, mine: Mine | null = null, sale = running()): Promise<FakeVenue> {
  const client = await chineseClient('venue')
  client.session.signedIn('t', 600, 'buyer')
  fake = new FakeVenue(client, sale, ME, {})
  await fake.enter()
  const { venue, wrapper: Wrapper } = fake
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(mineQuery(TIMELINE).queryKey, mine)
  render(
    <Wrapper>
      <QueryClientProvider client={queries}>
        <VenueProvider value={{ ...venue, seat: { ...venue.seat, ...seat } }}>
          <StandingNotice />
        </VenueProvider>
      </QueryClientProvider>
    </Wrapper>,
  )
  return fake
}

const dismissed = (sale: Sale, reason = '资料不全') =>
  sale.add(5_000, { type: 'bidder.dismissed', number: ME, reason, over: [] }, 'host')

const notice = () => document.querySelector('p')?.textContent

const APPLICANT = { identity: 0, number: null } as const

test('a bidder who is dismissed in the room reads that and why, at once', async () => {
  const shown = await show({})
  expect(notice()).toBeUndefined()
  act(() => shown.tell(dismissed(shown.sale)))
  expect(notice()).toContain('贵公司已被取消本场竞买资格。 原因：资料不全。')
  expect(notice()).toContain('您可以继续旁观')
  expect(speechOf(shown.client).store.get().speaking).toMatchObject({ rank: 'urgent', text: notice() })
})

test('a reason that ends with a stop gets no second one', async () => {
  const shown = await show({})
  act(() => shown.tell(dismissed(shown.sale, '未按时缴纳保证金。')))
  expect(notice()).toContain('原因：未按时缴纳保证金。 ')
})

test('an applicant who was dismissed before reads the same, by what the server says, and learns of a new admission', async () => {
  const sale = running()
  dismissed(sale)
  const mine: Mine = { identityType: 0, biddingNumber: ME, registered: true, dismissed: '资料不全' }
  const shown = await show({ ...APPLICANT, formerNumber: ME }, mine, sale)
  expect(notice()).toContain('贵公司已被取消本场竞买资格。 原因：资料不全。')
  act(() => shown.tell(sale.add(6_000, { type: 'bidder.admitted', number: ME, company: null, flags: null })))
  expect(notice()).not.toContain('取消')
  expect(screen.getByText('贵公司已获准入场，竞买号 17。')).not.toBeNull()
})

test('an applicant who waits reads so, and once admitted enters to bid', async () => {
  await show({ ...APPLICANT, formerNumber: null }, { identityType: 0, biddingNumber: null, registered: true })
  expect(screen.getByText('贵公司的报名待平台审核。')).not.toBeNull()
  cleanup()
  fake?.room.stop()
  await show({ ...APPLICANT, formerNumber: null }, { identityType: 1, biddingNumber: 9, registered: true })
  expect(screen.getByText('贵公司已获准入场，竞买号 9。')).not.toBeNull()
  expect(screen.getByRole('button', { name: '入场竞价' })).not.toBeNull()
})
