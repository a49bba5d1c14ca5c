import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../tests/support/client.tsx'
import { confirm } from './confirm.ts'
import { ConfirmHost } from './ConfirmHost.tsx'
import { isAsWritten, shows } from './shown.ts'
import { SubmitButton } from './SubmitButton.tsx'

afterEach(cleanup)

const CHANGED = /^The page shows other figures than it should\. Nothing was sent\./

it.each([
  ['¥12,400.00/m³', '¥12,400.00/m³', true],
  ['¥12,400.00', '12 400,00 yuan', true],
  ['¥12,400.00', '¥１２,400.00', true],
  ['¥12,400.00', '¥1.24万', false],
  ['Lot 7 at ¥10.00', 'Lot 7 at ¥100.00', false],
])('what was written as %s and stands as %s: as written is %s', (written, stands, same) => {
  render(<b {...shows(written)}>{stands}</b>)
  expect(isAsWritten(document)).toBe(same)
})

function asked() {
  const client = pageClient()
  render(
    <InClient client={client}>
      <ConfirmHost />
    </InClient>,
  )
  const answers: boolean[] = []
  void confirm(client, { title: 'Take lot 3?', text: '¥1,000.00, ¥30,000.00 in all.' }).then((yes) => answers.push(yes))
  return answers
}

it('44.2 a question whose figures another program has changed is not answered with yes, and says why', async () => {
  const answers = asked()
  const words = await screen.findByText('¥1,000.00, ¥30,000.00 in all.')
  words.textContent = '¥1,000.00, ¥300,000.00 in all.'
  fireEvent.click(screen.getByRole('button', { name: 'Confirm', hidden: true }))
  expect(screen.getByRole('alert', { hidden: true }).textContent).toMatch(CHANGED)
  expect(answers).toEqual([])
})

it('a translated question with the same figures is answered', async () => {
  const answers = asked()
  const words = await screen.findByText('¥1,000.00, ¥30,000.00 in all.')
  words.innerHTML = '<font>单价 1,000.00 元，共 30,000.00 元</font>'
  fireEvent.click(screen.getByRole('button', { name: 'Confirm', hidden: true }))
  await vi.waitFor(() => expect(answers).toEqual([true]))
})

it('44.2 a form whose figures another program has changed is not sent', () => {
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <InClient client={pageClient()}>
      <b data-testid="sum" {...shows('¥500.00')}>
        ¥500.00
      </b>
      <form onSubmit={send}>
        <SubmitButton busy={false} working="…">
          Sign
        </SubmitButton>
      </form>
    </InClient>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }))
  expect(send).toHaveBeenCalledOnce()
  screen.getByTestId('sum').textContent = '¥5.00'
  fireEvent.click(screen.getByRole('button', { name: 'Sign' }))
  expect(send).toHaveBeenCalledOnce()
  expect(screen.getByRole('alert').textContent).toMatch(CHANGED)
})
