import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, render } from '@testing-library/react'
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
