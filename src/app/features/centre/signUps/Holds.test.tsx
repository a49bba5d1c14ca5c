import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { chineseClient, InClient } from '../../../../../tests/support/client.tsx'
import { Holds, type Hold } from './Holds.tsx'

afterEach(cleanup)

const NOW = Date.parse('2026-11-23T02:00:00.000Z')
const HOLD: Hold = {
  hold: 2,
  currency: 'CNY',
  amount: '20000.00',
  left: '20000.00',
  rule: '9.1',
  reason: '逾期未签合同',
  at: '2026-11-21T02:00:00.000Z',
  until: '2026-11-26T02:00:00.000Z',
  stage: 'open',
  objection: null,
}

async function show(hold: Partial<Hold>): Promise<string> {
  const client = await chineseClient('people')
  const { container } = render(
    <InClient client={client}>
      <Holds sale="T1" holds={[{ ...HOLD, ...hold }]} now={NOW} />
    </InClient>,
  )
  return container.textContent
}
const form = () => screen.queryByRole('form', { name: '对暂扣提出异议' })

test('a company reads what is held, by which rule, why and until when it may object', async () => {
  const text = await show({})
  for (const part of ['暂扣', '20,000.00', '9.1', '逾期未签合同', '11月26日']) expect(text).toContain(part)
  expect(form()).not.toBeNull()
})

test('an objection without words is not sent', async () => {
  await show({})
  fireEvent.submit(form()!)
  expect((await screen.findAllByRole('textbox', { name: /贵公司的异议/ })).length).toBe(1)
})

test('after the five days, and once it has objected, there is no form', async () => {
  await show({ stage: 'due', until: '2026-11-22T02:00:00.000Z' })
  expect(form()).toBeNull()
  cleanup()
  const text = await show({
    stage: 'objected',
    objection: { text: '合同已签', at: '2026-11-22T02:00:00.000Z', answer: null },
  })
  expect(text).toContain('异议待答复')
  expect(text).toContain('合同已签')
  expect(form()).toBeNull()
})

test('the answer is shown with its reason', async () => {
  const objection = { text: '合同已签', at: '2026-11-22T02:00:00.000Z' }
  const answered = (answer: 'upheld' | 'rejected') => ({
    ...objection,
    answer: { answer, reason: '见合同记录', at: '2026-11-22T08:00:00.000Z' },
  })
  const upheld = await show({ stage: 'released', left: '0.00', objection: answered('upheld') })
  expect(upheld).toContain('已解除暂扣')
  expect(upheld).toContain('异议成立：')
  cleanup()
  const rejected = await show({ stage: 'open', objection: answered('rejected') })
  expect(rejected).toContain('异议不成立：')
  expect(rejected).toContain('见合同记录')
})
