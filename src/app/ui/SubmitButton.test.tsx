import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chineseClient, InClient } from '../../../tests/support/client.tsx'
import { SubmitButton } from './SubmitButton.tsx'

afterEach(cleanup)

async function offlineForm(outbox: boolean) {
  const client = await chineseClient('people')
  const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  const { container } = render(
    <InClient client={client}>
      <form>
        <SubmitButton outbox={outbox} busy={false} working="…">
          提交
        </SubmitButton>
      </form>
    </InClient>,
  )
  container.addEventListener('submit', submitted)
  act(() => client.link.override({ kind: 'offline', since: 0 }))
  const button = screen.getByRole('button', { name: '提交' })
  fireEvent.click(button)
  const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
  return { button, why, submitted }
}

it('offline, a form that is sent by a call is not submitted, and says why', async () => {
  const { button, why, submitted } = await offlineForm(false)
  expect(submitted).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(why).toContain('暂时无法提交')
})

it('16.4 offline, a form that goes into the outbox is submitted, and says when it will be sent', async () => {
  const { button, why, submitted } = await offlineForm(true)
  expect(submitted).toHaveBeenCalledOnce()
  expect(button.getAttribute('aria-disabled')).toBeNull()
  expect(why).toContain('自动发送')
})
