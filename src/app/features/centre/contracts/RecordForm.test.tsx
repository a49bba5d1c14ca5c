import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../../../tests/support/client.tsx'
import { Queries } from '../../../lib/client.ts'
import type { PaymentsInfo } from './queries.ts'
import { RecordForm } from './RecordForm.tsx'

type Claim = PaymentsInfo['claims'][number]
const claim = (kind: Claim['claim'], open: string): Claim => ({
  claim: kind,
  by: 'buyer',
  amount: '3000.00',
  due: '2026-11-20',
  agreed: '2026-11-20',
  moved: null,
  received: '0.00',
  open,
  over: '0.00',
  state: open === '0.00' ? 'received' : 'due',
})
/** A contract whose deposit and balance have this much open. */
const payments = (deposit: string, balance: string): PaymentsInfo => ({
  currency: 'USD',
  claims: [claim('deposit', deposit), claim('balance', balance)],
  entries: [],
  today: '2026-11-20',
  mayRecord: true,
})

let client: ReturnType<typeof pageClient>
const sent = vi.fn()
beforeEach(() => {
  client = pageClient()
  vi.spyOn(client.calls, 'send').mockImplementation(((name: string, { body }: { body: unknown }) => {
    sent(name, body)
    return Promise.resolve(null)
  }) as never)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  sent.mockClear()
})

function show(first: PaymentsInfo) {
  const queries = new Queries(client)
  const at = (info: PaymentsInfo) => (
    <InClient client={client} queries={queries}>
      <RecordForm contractId="k" payments={info} onDone={() => {}} />
    </InClient>
  )
  const { rerender, container } = render(at(first))
  const field = (name: string) => {
    const found = container.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)
    if (!found) throw new Error(`no field ${name}`)
    return found
  }
  return {
    claim: () => field('claim').value,
    type: (name: string, value: string) => fireEvent.change(field(name), { target: { value } }),
    press: () => fireEvent.click(screen.getByRole('button', { name: /Record/ })),
    becomes: (info: PaymentsInfo) => rerender(at(info)),
  }
}

it('offers the first claim that is open, and the next once that one is paid', () => {
  const form = show(payments('3000.00', '7000.00'))
  expect(form.claim()).toBe('deposit')
  form.becomes(payments('0.00', '7000.00'))
  expect(form.claim()).toBe('balance')
})

it('offers the first claim where nothing is open', () => {
  const form = show(payments('0.00', '0.00'))
  expect(form.claim()).toBe('deposit')
})

it.each([
  ['amount', '3000'],
  ['reference', 'TT 1'],
] as const)(
  'keeps the offered claim once the %s is typed, also after another operator records a payment',
  (name, value) => {
    const form = show(payments('3000.00', '7000.00'))
    form.type(name, value)
    form.becomes(payments('0.00', '7000.00'))
    expect(form.claim()).toBe('deposit')
  },
)

it('keeps a claim that was chosen', () => {
  const form = show(payments('3000.00', '7000.00'))
  form.type('claim', 'balance')
  form.becomes(payments('2000.00', '7000.00'))
  expect(form.claim()).toBe('balance')
})

it('sends the claim that it shows', async () => {
  const form = show(payments('3000.00', '7000.00'))
  form.type('amount', '3000')
  form.type('reference', 'TT 1')
  form.becomes(payments('0.00', '7000.00'))
  await waitFor(() => {
    form.press()
    expect(sent).toHaveBeenCalledWith(
      'paymentRecord',
      expect.objectContaining({ claim: 'deposit', amount: '3000.00', reference: 'TT 1' }),
    )
  })
})
