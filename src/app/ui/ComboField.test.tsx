import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComboField } from './ComboField.tsx'

i18n.loadAndActivate({ locale: 'en', messages: {} })
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)

const options = [
  { key: 'CN', label: 'China' },
  { key: 'CA', label: 'Canada' },
  { key: 'CH', label: 'Switzerland' },
]
const sent = vi.fn()

function Form() {
  const [value, setValue] = useState('CN')
  return (
    <I18nProvider i18n={i18n}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent()
        }}
      >
        <ComboField
          label="Country"
          name="country"
          options={() => options}
          chosen={options.find(({ key }) => key === value)?.label ?? ''}
          value={value}
          onChange={setValue}
        />
        <output>{value}</output>
      </form>
    </I18nProvider>
  )
}
const box = () => screen.getByRole('combobox', { name: 'Country' })
const type = (value: string) => fireEvent.change(box(), { target: { value } })
const press = (key: string) => fireEvent.keyDown(box(), { key })
const shown = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('a list that is searched by typing', () => {
  beforeEach(() => void render(<Form />))
  it('is not chosen from by the Enter that ends a composition', () => {
    fireEvent.click(box())
    type('ca')
    fireEvent.keyDown(box(), { key: 'Enter', isComposing: true })
    fireEvent.keyDown(box(), { key: 'Enter', keyCode: 229 })
    expect(screen.getByRole('status').textContent).toBe('CN')
    press('Enter')
    expect(screen.getByRole('status').textContent).toBe('CA')
  })

  it('opens with all of it, at what is chosen', () => {
    press('ArrowDown')
    expect(shown()).toEqual(['China', 'Canada', 'Switzerland'])
    expect(screen.getByRole('option', { name: 'China' }).getAttribute('aria-selected')).toBe('true')
    expect(box().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: 'China' }).id)
  })
  it('takes the first that fits on Enter, which does not send the form', () => {
    type('can')
    expect(fireEvent.keyDown(box(), { key: 'Enter' })).toBe(false)
    expect([screen.getByText('CA').textContent, box().getAttribute('aria-expanded')]).toEqual(['CA', 'false'])
  })
  it('is ready to be searched again once something is chosen', () => {
    box().focus()
    type('can')
    press('Enter')
    const { selectionStart, selectionEnd, value } = box() as HTMLInputElement
    expect([value, selectionStart, selectionEnd]).toEqual(['Canada', 0, 6])
  })
  it('walks by arrows, round the end', () => {
    press('ArrowDown')
    press('ArrowUp')
    press('Enter')
    expect(screen.getByText('CH')).toBeTruthy()
  })
  it('keeps what was chosen when it is left with half a name, or by Escape', () => {
    type('can')
    fireEvent.blur(box())
    expect((box() as HTMLInputElement).value).toBe('China')
    type('can')
    press('Escape')
    expect((box() as HTMLInputElement).value).toBe('China')
  })
  it('takes a name that was typed in full when it is left', () => {
    type('canada')
    fireEvent.blur(box())
    expect(screen.getByText('CA')).toBeTruthy()
  })
  it('says that nothing has that name', () => {
    type('zzz')
    expect(shown()).toEqual(['No match.'])
    press('Enter')
    expect((box() as HTMLInputElement).value).toBe('China')
  })
})
