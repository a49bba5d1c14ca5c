import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chineseClient } from '../../../../../tests/support/client.tsx'
import { settled } from '../../../../../tests/support/fake-time.ts'
import { at, running } from '../../../../../tests/support/sale.ts'
import { giveScreen } from '../../../../../tests/support/screen.ts'
import { FakeVenue } from '../../../../../tests/support/venue.tsx'
import type { Verdict } from '../../../../contract/verdict.ts'
import { minor } from '../../../../domain/units.ts'
import { Queries } from '../../../lib/client.ts'
import { SideActions } from './SideActions.tsx'

const ME = 17
let fake: FakeVenue | undefined

afterEach(() => {
  cleanup()
  fake?.room.stop()
  vi.unstubAllGlobals()
})

const ACCEPTED: Verdict = { verdict: 'accepted', reason: null, seq: 99, price: null, at: at(0), receipt: null }

async function show(width: number): Promise<FakeVenue> {
  giveScreen(width, 900)
  Element.prototype.scrollIntoView = () => {}
  const client = await chineseClient('venue')
  const set = vi.fn(() => () => Promise.resolve({ kind: 'verdict', verdict: ACCEPTED } as const))
  fake = new FakeVenue(client, running(), ME, { setCeiling: set })
  await fake.enter()
  const Wrapper = fake.wrapper
  render(
    <Wrapper>
      <QueryClientProvider client={new Queries(client, { defaultOptions: { queries: { enabled: false } } })}>
        <SideActions lot="L1" />
      </QueryClientProvider>
    </Wrapper>,
  )
  return fake
}
const opener = () => screen.getByRole('button', { name: '我的限价', hidden: true })
const panel = () => document.querySelector('section')

test('on a wide screen the ceiling’s panel takes the focus, says that it is open, and Escape gives both back', async () => {
  await show(1_440)
  opener().focus()
  expect(opener().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(opener())
  expect(opener().getAttribute('aria-expanded')).toBe('true')
  expect(opener().getAttribute('aria-controls')).toBe(panel()?.id)
  expect(document.activeElement?.textContent).toBe('1 号标的 · 我的最高限价')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(opener())
  expect(opener().getAttribute('aria-expanded')).toBe('false')
})

test('a ceiling that was set is the form’s new beginning, and the focus stays on the button that set it', async () => {
  const shown = await show(1_440)
  const from = opener()
  from.focus()
  fireEvent.click(from)
  const form = within(panel()!)
  const field = form.getByRole('textbox')
  fireEvent.change(field, { target: { value: '2,500' } })
  const button = form.getByRole('button', { name: '设置最高限价' })
  button.focus()
  await act(async () => {
    fireEvent.click(button)
    await settled()
  })
  act(() =>
    shown.whisper({
      type: 'ceiling.set',
      lot: 'L1',
      number: ME,
      amount: minor(250_000),
      mode: 'linkLoss',
      account: null,
      clerk: null,
    }),
  )
  expect(document.activeElement).toBe(button)
  expect(button.textContent).toBe('修改最高限价')
  expect(form.getByRole<HTMLInputElement>('textbox').value).toBe('2,500.00')
  expect(form.getByRole<HTMLInputElement>('radio', { name: '仅在我断线时生效' }).checked).toBe(true)
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(panel()).toBeNull()
  expect(document.activeElement).toBe(from)
})

test('on a phone it is a dialog, and its button says so', async () => {
  await show(390)
  expect(opener().getAttribute('aria-haspopup')).toBe('dialog')
  fireEvent.click(opener())
  expect(screen.getByRole('dialog')).toBeTruthy()
})
