import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type FormEvent } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchFilled } from './filled.ts'

const sent = vi.fn()
const heard = vi.fn()
let stop: () => void
beforeEach(() => {
  stop = watchFilled()
})
afterEach(() => {
  stop()
  cleanup()
  vi.clearAllMocks()
})

function Form() {
  const [account, setAccount] = useState('')
  const [note, setNote] = useState('as it was')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    sent({ account, note })
  }
  return (
    <form onSubmit={submit}>
      <input aria-label="account" value={account} onChange={({ target }) => (heard(), setAccount(target.value))} />
      <textarea aria-label="note" value={note} onChange={({ target }) => setNote(target.value)} />
      <button type="submit">send</button>
    </form>
  )
}
/** As the browser fills a field: without an event, past the setter by which React tracks it. */
function fill(label: string, text: string): void {
  const field = screen.getByLabelText(label)
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', text, field)
}
const press = () => fireEvent.click(screen.getByRole('button'))

it('what was filled without an event is sent, once', async () => {
  render(<Form />)
  fill('account', 'buyer1')
  fill('note', 'filled')
  press()
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([[{ account: 'buyer1', note: 'filled' }]]))
})

it('a form that knows its text is sent at once, without another event', () => {
  render(<Form />)
  fireEvent.change(screen.getByLabelText('account'), { target: { value: 'typed' } })
  heard.mockClear()
  press()
  expect(sent.mock.calls).toEqual([[{ account: 'typed', note: 'as it was' }]])
  expect(heard).not.toHaveBeenCalled()
})

it('a field without React behind it does not hold the form up', () => {
  render(<Form />)
  const field = document.createElement('input')
  document.querySelector('form')?.append(field)
  field.value = 'of an extension'
  press()
  expect(sent).toHaveBeenCalledOnce()
})
