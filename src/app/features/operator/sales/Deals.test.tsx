import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chineseClient, InClient } from '../../../../../tests/support/client.tsx'
import { Queries } from '../../../lib/client.ts'
import { Deals } from './Deals.tsx'
import { dealsQuery, type SaleDeal } from './queries.ts'

beforeEach(() => {
  // jsdom knows no media.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Contract = NonNullable<NonNullable<SaleDeal['deal']>['contract']>
const row = (contract: Contract | null, cancelled: string | null = null): SaleDeal => ({
  contractObjectId: 'L1',
  position: 1,
  lotNumber: '1',
  name: '云杉方材',
  status: 'sold',
  currency: 'CNY',
  quantity: '10.000',
  sellerName: '北方木业',
  deal: {
    biddingNumber: 17,
    companyName: '赣州新枫木制品厂',
    price: '1010.00',
    amount: '10100.00',
    at: '2026-11-21T06:00:00.000Z',
    onHold: false,
    cancelled,
    contract,
  },
  award: null,
})

const show = (contract: Contract | null, cancelled: string | null = null): Promise<void> =>
  showRow(row(contract, cancelled))

async function showRow(shown: SaleDeal): Promise<void> {
  const client = await chineseClient('people')
  const queries = new Queries(client, { defaultOptions: { queries: { enabled: false } } })
  queries.setQueryData(dealsQuery('T1', {}).queryKey, { rows: [shown], total: 1 })
  render(
    <InClient client={client} queries={queries}>
      <QueryClientProvider client={queries}>
        <Deals id="T1" search={{}} onTurn={() => {}} />
      </QueryClientProvider>
    </InClient>,
  )
}

test('12 a deal shows its contract and what its buyer has paid', async () => {
  await show({ contractId: 'k', contractNo: 'TC-1', status: 1, owed: '10100.00', received: '2020.00' })
  expect(screen.getByText('待卖方签署')).toBeTruthy()
  expect(screen.getByText('TC-1')).toBeTruthy()
  expect(document.body.textContent).toContain('已收 ¥2,020.00，应收 ¥10,100.00')
  cleanup()
  await show(null)
  expect(screen.getByText('待生成合同')).toBeTruthy()
  cleanup()
  await show(null, '买方未付款。')
  expect(screen.queryByText('待生成合同')).toBeNull()
})

test('12 a deal whose contract is complete is not cancelled: the dialog says so and asks for no reason', async () => {
  await show({ contractId: 'k', contractNo: 'TC-1', status: 3, owed: '10100.00', received: '10100.00' })
  fireEvent.click(screen.getByRole('button', { name: /^取消成交…/ }))
  const dialog = screen.getByRole('dialog')
  expect(dialog.textContent).toContain('1 号标的的成交不能取消')
  expect(dialog.textContent).toContain('TC-1 已签署完成')
  expect(dialog.textContent).not.toContain('不再约束')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(Array.from(dialog.querySelectorAll('button'), ({ textContent }) => textContent)).not.toContain('取消成交')
})

test('12 the dialog of a cancellation says what happens to whom', async () => {
  await show({ contractId: 'k', contractNo: 'TC-1', status: 1, owed: '10100.00', received: '2020.00' })
  fireEvent.click(screen.getByRole('button', { name: /^取消成交…/ }))
  const said = screen.getByRole('dialog').textContent
  for (const words of [
    '17 号 赣州新枫木制品厂',
    '北方木业',
    '合同 TC-1',
    '将随之终止',
    '已收 ¥2,020.00',
    '须退还买方',
    '下一位竞买人',
  ])
    expect(said).toContain(words)
})

test('31 while the next bidder is asked its company and amount stand first, the cancelled buyer after them', async () => {
  await showRow({
    ...row({ contractId: 'k', contractNo: 'TC-1', status: 4, owed: '10100.00', received: '0.00' }, '买方未付款。'),
    status: 'unsold',
    award: {
      asks: 'bidder',
      biddingNumber: 9,
      companyName: '柳州木材',
      amount: '9900.00',
      price: '990.00',
      until: '2026-11-21T07:00:00.000Z',
    },
  })
  const [buyer, amount, , contract] = screen.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(buyer).toMatch(/#9 柳州木材.*#17 赣州新枫木制品厂/)
  expect(amount).toMatch(/9,900\.00.*990\.00/)
  expect(amount).not.toContain('10,100')
  expect(contract).not.toContain('TC-1')
})
