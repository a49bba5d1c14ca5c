import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { InClient, pageClient } from '../../../tests/support/client.tsx'
import { Pagination } from './Pagination.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

const pager = (page: number, total: number) => {
  const turned = vi.fn()
  window.matchMedia = () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }) as never
  render(
    <InClient client={pageClient()}>
      <I18nProvider i18n={i18n}>
        <Pagination page={page} size={10} total={total} onChange={turned} />
      </I18nProvider>
    </InClient>,
  )
  return turned
}

it('last row of a last page', () => {
  expect(pager(2, 10)).toHaveBeenCalledWith({ page: 1, size: 10 })
  expect(pager(9, 31)).toHaveBeenCalledWith({ page: 4, size: 10 })
})
it('a page that has rows stays', () => {
  expect(pager(2, 11)).not.toHaveBeenCalled()
  expect(pager(1, 0)).not.toHaveBeenCalled()
})
it('46.7 a turned page says which of how many it is; the first button that leads nowhere keeps the focus', () => {
  const turned = pager(1, 31)
  const previous = screen.getByRole('button', { name: 'Previous page' })
  previous.focus()
  fireEvent.click(previous)
  expect(turned).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(previous)
  expect(screen.getByRole('status').textContent).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
  expect(turned).toHaveBeenCalledWith({ page: 2, size: 10 })
  expect(screen.getByRole('status').textContent).toBe('Page 1 of 4')
})
