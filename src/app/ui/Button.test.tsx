import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button, PlainButton } from './Button.tsx'

afterEach(cleanup)

/** Enter on a button, and in a field of its form, is a click of the browser's. */
const press = (): void => screen.getByRole('button').click()

describe.each([
  ['Button', Button],
  ['PlainButton', PlainButton],
])('%s', (_, Tested) => {
  it('keeps the focus when it becomes disabled under it, and takes no press', () => {
    const acted = vi.fn<() => void>()
    const { rerender } = render(<Tested onClick={acted}>Less</Tested>)
    const button = screen.getByRole('button')
    button.focus()
    press()
    expect(acted).toHaveBeenCalledOnce()

    rerender(
      <Tested disabled onClick={acted}>
        Less
      </Tested>,
    )
    expect(document.activeElement).toBe(button)
    expect(button.hasAttribute('disabled')).toBe(false)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    press()
    expect(acted).toHaveBeenCalledOnce()

    rerender(<Tested onClick={acted}>Less</Tested>)
    expect(button.getAttribute('aria-disabled')).toBeNull()
    press()
    expect(acted).toHaveBeenCalledTimes(2)
  })

  it('disabled, submits no form, neither by itself nor by Enter in a field', () => {
    const submitted = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    const form = (disabled: boolean) => (
      <form>
        <Tested type="submit" disabled={disabled}>
          Save
        </Tested>
      </form>
    )
    const { container, rerender } = render(form(true))
    container.addEventListener('submit', submitted)
    press()
    expect(submitted).not.toHaveBeenCalled()
    rerender(form(false))
    press()
    expect(submitted).toHaveBeenCalledOnce()
  })

  it('disabled, hands the press to the one that says why; busy, to none', () => {
    const refused = vi.fn<() => void>()
    const { rerender } = render(
      <Tested disabled onRefused={refused}>
        Bid
      </Tested>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(refused).toHaveBeenCalledOnce()
    rerender(
      <Tested busy disabled onRefused={refused}>
        Bid
      </Tested>,
    )
    fireEvent.click(screen.getByRole('button'))
    expect(refused).toHaveBeenCalledOnce()
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true')
  })
})
