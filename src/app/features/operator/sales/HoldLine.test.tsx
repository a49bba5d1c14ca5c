import { cleanup, fireEvent, screen, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chineseClient, InClient } from '../../../../../tests/support/client.tsx'
import type { DepositRow } from './deposit.ts'
import { HoldLine } from './HoldLine.tsx'

beforeEach(() => {
  // jsdom knows no media.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Hold = NonNullable<DepositRow['hold']>
const HOLD: Hold = {
  rule: '9.2',
  stage: 'open',
  left: '20000.00',
  until: '2026-11-26T02:00:00.000Z',
  objection: null,
}

async function show(hold: Partial<Hold>): Promise<string> {
  const client = await chineseClient('people')
  const row = {
    seq: 2,
    kind: 'held',
    currency: 'CNY',
    amount: '20000.00',
    amountNow: '20000.00',
    day: '2026-11-21',
    reference: '逾期未付款',
    corrects: null,
    recordedBy: 'admin',
    at: '2026-11-21T02:00:00.000Z',
    hold: { ...HOLD, ...hold },
  } as const
  const { container } = render(
    <InClient client={client}>
      <HoldLine of={{ id: 'T1', companyId: 'c1', after: 2 }} row={row} />
    </InClient>,
  )
  return container.textContent
}

test('a hold says its rule and until when its company may object, and asks for nothing', async () => {
  const text = await show({})
  for (const part of ['异议期内', '9.2', '20,000.00', '11月26日']) expect(text).toContain(part)
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('an objection is answered with a reason, which the company reads', async () => {
  const text = await show({
    stage: 'objected',
    objection: { text: '款已汇出', at: '2026-11-22T02:00:00.000Z', answer: null },
  })
  expect(text).toContain('款已汇出')
  fireEvent.click(screen.getByRole('button', { name: '驳回…' }))
  expect((await screen.findByRole('dialog')).textContent).toContain('驳回这项异议？')
})

test('an answered objection is only read', async () => {
  const text = await show({
    stage: 'due',
    objection: {
      text: '款已汇出',
      at: '2026-11-22T02:00:00.000Z',
      answer: { answer: 'rejected', reason: '款项未到账', at: '2026-11-23T02:00:00.000Z' },
    },
  })
  expect(text).toContain('可以不予退还')
  expect(text).toContain('款项未到账')
  expect(screen.queryAllByRole('button')).toEqual([])
})
