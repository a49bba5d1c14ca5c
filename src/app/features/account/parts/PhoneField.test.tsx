import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { PhoneField } from './PhoneField.tsx'

vi.mock('../../../lib/client.ts', () => ({ useClient: () => ({ locale: 'en' }) }))
i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(cleanup)

function Form({ country }: { readonly country: string }) {
  const [value, setValue] = useState('')
  return (
    <I18nProvider i18n={i18n}>
      <PhoneField label="Phone" name="phone" country={country} value={value} onChange={setValue} />
      <output>{value}</output>
    </I18nProvider>
  )
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' })

it.each([
  ['FI', '040 123 4567', '+358 401234567', '401234567'],
  ['CN', '\u202d13800138000\u202c', '+86 13800138000', '13800138000'],
  ['CN', 'tel:+358-(0)40-123 4567', '+358 401234567', '401234567'],
  ['CN', '１３８００１３８０００', '+86 13800138000', '13800138000'],
  ['IT', '06 6982 1234', '+39 0669821234', '0669821234'],
])('shows the number as it will be dialled: %s %s', (country, typed, whole, national) => {
  render(<Form country={country} />)
  fireEvent.change(box(), { target: { value: typed } })
  fireEvent.blur(box())
  expect(screen.getByRole('status').textContent).toBe(whole)
  expect(box().value).toBe(national)
})
