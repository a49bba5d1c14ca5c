import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { chineseClient, InClient } from '../../../../tests/support/client.tsx'
import { Queries } from '../../lib/client.ts'
import { OnlineButton } from './OnlineButton.tsx'

afterEach(cleanup)

it('acts with a link; without one it keeps the focus, says why, and does nothing', async () => {
  const client = await chineseClient('people')
  const acted = vi.fn<() => void>()
  render(
    <InClient client={client} queries={new Queries(client)}>
      <OnlineButton onClick={acted}>核验</OnlineButton>
    </InClient>,
  )
  const button = screen.getByRole('button', { name: '核验' })
  button.focus()
  fireEvent.click(button)
  expect(acted).toHaveBeenCalledOnce()

  act(() => client.link.override({ kind: 'offline', since: 0 }))
  expect(screen.getByRole('button', { name: '核验' })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain('离线')
  fireEvent.click(button)
  expect(acted).toHaveBeenCalledOnce()

  act(() => client.link.override(null))
  expect(button.getAttribute('aria-disabled')).toBeNull()
})
