import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { InClient, pageClient } from '../../../../tests/support/client.tsx'
import { settled } from '../../../../tests/support/fake-time.ts'
import type { Send } from '../../../client/calls/types.ts'
import { Queries } from '../../lib/client.ts'
import { userQuery, type User } from '../../lib/user.ts'
import { ConfirmHost } from '../ConfirmHost.tsx'
import { AskedDeals } from './AskedDeals.tsx'
import { askedDealsQuery, type AskedDeal } from './queries.ts'

let listed: readonly AskedDeal[] = []
const sent = vi.fn((name: string) =>
  Promise.resolve(name === 'dealAskedList' ? { rows: listed, total: listed.length } : { verdict: 'accepted' }),
)

afterEach(() => {
  cleanup()
  sent.mockClear()
})

const deal = (over: Partial<AskedDeal> = {}): AskedDeal => ({
  contractObjectId: 'L1',
  scheduleTimelineId: 'T1',
  scheduleName: 'Spring sale',
  lotNumber: '1',
  name: 'Spruce, sawn',
  asks: 'bidder',
  price: '1000.00',
  currency: 'CNY',
  unit: 'm3',
  quantity: '10.000',
  amount: '10000.00',
  until: new Date(Date.now() + 300_000).toISOString(),
  ...over,
})
const USER = {
  userId: 'u',
  account: 'buyer2',
  name: 'B',
  appellationName: null,
  company: { companyId: 'c2', name: 'C2', country: 'CN' },
  status: 4,
  agreementStatus: 1,
  roles: [],
  permissions: [],
} as const satisfies User

function show(deals: readonly AskedDeal[], lot?: string): void {
  listed = deals
  const client = pageClient({ send: sent as unknown as Send })
  client.session.signedIn('t', 600, 'buyer2')
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(userQuery.queryKey, USER)
  queries.setQueryData(askedDealsQuery.queryKey, [...deals])
  render(
    <InClient client={client} queries={queries}>
      <AskedDeals {...(lot !== undefined && { lot })} />
      <ConfirmHost />
    </InClient>,
  )
}
const press = (name: string, at = 0) =>
  act(async () => {
    fireEvent.click(screen.getAllByRole('button', { name })[at]!)
    await settled()
  })

test('12 the next bidder reads the price and the time left, and takes the lot', async () => {
  show([deal()])
  expect(document.body.textContent).toContain('Lot 1, Spruce, sawn, is offered to you')
  expect(document.body.textContent).toContain('¥10,000.00')
  expect(screen.getByRole('timer').textContent).toMatch(/^0[45]:\d\d$/)
  await press('Take it')
  expect(sent).not.toHaveBeenCalledWith('dealAnswer', expect.anything())
  await press('Take it', 1)
  expect(sent).toHaveBeenCalledWith('dealAnswer', {
    body: { scheduleTimelineId: 'T1', contractObjectId: 'L1', yes: true, bidKey: expect.any(String) as string },
  })
})

test('12 a lot’s page shows the deals of the lot and its parts alone; one whose time is over is gone', () => {
  show(
    [
      deal({ contractObjectId: 'L1.2', lotNumber: '1-2' }),
      deal({ contractObjectId: 'L12', lotNumber: '12' }),
      deal({ until: new Date(Date.now() - 1_000).toISOString() }),
    ],
    'L1',
  )
  expect(screen.getAllByRole('timer')).toHaveLength(1)
  expect(document.body.textContent).toContain('Lot 1-2')
})
