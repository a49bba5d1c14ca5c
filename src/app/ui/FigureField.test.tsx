import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Client } from '../../client/client.ts'
import { milli } from '../../domain/units.ts'
import { chineseClient, InClient } from '../../../tests/support/client.tsx'
import type { Figure } from '../lib/form/figure.ts'
import { useFigure } from '../lib/form/useFigure.ts'
import { FigureField } from './FigureField.tsx'
import { useFar } from './useFar.tsx'

interface Row {
  readonly typed: string
  readonly expect: string
}
const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/cases/typed.json'), 'utf8'),
) as Readonly<Record<'money' | 'quantity', readonly Row[]>>

const MONEY: Figure = { of: 'money', currency: 'CNY' }
const QUANTITY: Figure = { of: 'quantity', unit: 'm3' }

let client: Client
/** What was sent, and the text on the screen before the press that sent it. */
let sent: { readonly value: number; readonly stood: string }[]
beforeEach(async () => {
  client = await chineseClient('people')
  Element.prototype.scrollIntoView = () => {}
  sent = []
})
afterEach(cleanup)

function Form({ figure, stands = null }: { readonly figure: Figure; readonly stands?: number | null }) {
  const state = useFigure(figure, null)
  const far = useFar({ amount: state.value, stands, currency: 'CNY', per: 'm3' })
  const send = (sure = false): void => {
    const stood = (screen.getByLabelText('number') as HTMLInputElement).value
    if (!state.settle() || state.value === null || (!sure && far.asks())) return
    sent.push({ value: state.value, stood })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <FigureField {...state.bound} label="number" per="m3" parcel={milli(2_500)} />
      {far.question(() => send(true))}
      <button type="submit">send</button>
    </form>
  )
}
const show = (figure: Figure, stands: number | null = null) =>
  render(
    <InClient client={client}>
      <Form figure={figure} stands={stands} />
    </InClient>,
  )
const field = () => screen.getByLabelText<HTMLInputElement>('number')
const type = (value: string) => fireEvent.change(field(), { target: { value } })
/** Enter as a browser does it: a key that is not prevented sends the form. */
const enter = (init: object = {}) => {
  if (fireEvent.keyDown(field(), { key: 'Enter', ...init })) fireEvent.submit(field().form!)
}
/** A press with a mouse: the field loses the focus before the click. */
const press = async () => {
  const button = screen.getByText('send')
  fireEvent.mouseDown(button)
  fireEvent.blur(field())
  fireEvent.mouseUp(button)
  fireEvent.click(button)
  await act(() => vi.waitFor(() => new Promise((done) => setTimeout(done))))
}
const said = () => field().parentElement?.textContent
const BY = [
  ['Enter', () => Promise.resolve(enter())],
  ['the button', press],
] as const

/** Minor units or thousandths of a row's number; null: it is refused or asked about. */
const wanted = ({ expect: row }: Row, digits: number): number | null => {
  const number = /^[\d.]+/.exec(row)?.[0]
  return number === undefined ? null : Math.round(Number(number) * 10 ** digits)
}

describe.each([
  ['money', MONEY, 2],
  ['quantity', QUANTITY, 3],
] as const)('typed.json: %s', (kind, figure, digits) => {
  describe.each(BY)('by %s', (_, go) => {
    test.each(CASES[kind])('$typed', async (row) => {
      const value = wanted(row, digits)
      show(figure)
      type(row.typed)
      await go()
      // 2,180.50 is how the product writes it: it stands as it was typed.
      const own = field().value === row.typed
      if (value === null || !own) expect(sent).toEqual([])
      await go()
      if (value === null) {
        expect(sent).toEqual([])
        expect(field().value).toBe(row.typed)
        expect(field().getAttribute('aria-invalid')).toBe('true')
        return
      }
      expect(new Set(sent.map((one) => one.value))).toEqual(new Set([value]))
      expect(sent[0]?.stood.replaceAll(',', '')).toBe(
        String(value / 10 ** digits)
          .replace(/(\.\d)$/, kind === 'money' ? '$10' : '$1')
          .replace(/^(\d+)$/, kind === 'money' ? '$1.00' : '$1'),
      )
    })
  })
})

describe('a field for a number', () => {
  it('shows the reading with currency, unit and the parcel’s amount while it is typed', () => {
    show(MONEY)
    type('1500,00')
    expect(said()).toContain('¥1,500.00/m³')
    expect(said()).toContain('¥3,750.00')
    expect(field().value).toBe('1500,00')
  })
  it('says what it was read from once it is rewritten', () => {
    show(MONEY)
    type('1.2万')
    fireEvent.blur(field())
    expect(field().value).toBe('12,000.00')
    expect(said()).toContain('1.2万')
  })
  it.each([
    ['2180', '2,180.00'],
    ['2180.5', '2,180.50'],
  ])('sends plain figures by the first press: %s', (text, written) => {
    show(MONEY)
    type(text)
    enter()
    expect(sent).toHaveLength(1)
    expect(field().value).toBe(written)
  })
  it.each(['2,180', '2 180,50', '1.2万', '２１８０', '¥2180'])(
    'rewrites %s first, and sends by the second press',
    (text) => {
      show(MONEY)
      type(text)
      enter()
      expect(sent).toEqual([])
      enter()
      expect(sent).toHaveLength(1)
    },
  )
  it('asks which of two readings is meant, and puts the chosen one into the field', () => {
    show(QUANTITY)
    type('32,450')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '32.450 m³',
      '32,450 m³',
      'send',
    ])
    fireEvent.click(screen.getByText('32,450 m³'))
    expect(field().value).toBe('32450')
    enter()
    expect(sent.map(({ value }) => value)).toEqual([32_450_000])
  })
  it('takes the smaller of two readings too', () => {
    show(QUANTITY)
    type('32,450')
    fireEvent.click(screen.getByText('32.450 m³'))
    expect(field().value).toBe('32.45')
    enter()
    expect(sent.map(({ value }) => value)).toEqual([32_450])
  })
  it.each([
    ['abc', '不是数字'],
    ['12,34,56', '千位'],
    ['-5', '负号'],
    ['1.005', '2 位小数'],
    ['99999999999999', '过大'],
    ['US$5', 'CNY'],
  ])('names what is wrong with %s', (text, words) => {
    show(MONEY)
    type(text)
    enter()
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(said()).toContain(words)
    expect(field().value).toBe(text)
    expect(sent).toEqual([])
  })
  it('says that an empty field is required', () => {
    show(MONEY)
    enter()
    expect(said()).toContain('必填')
  })
  it.each([{ isComposing: true }, { keyCode: 229 }, { repeat: true }])(
    'neither rewrites nor sends by an Enter of an input method or a held key: %j',
    (init) => {
      show(MONEY)
      type('1500,00')
      enter(init)
      expect([field().value, sent]).toEqual(['1500,00', []])
      type('1500')
      enter(init)
      expect(sent).toEqual([])
    },
  )
})

describe('an amount far from the one that stands', () => {
  it('is asked about once, naming both, and sent by the answer', () => {
    show(MONEY, 150_000)
    type('9000')
    enter()
    expect(sent).toEqual([])
    const question = screen.getByRole('alert')
    expect(question.textContent).toContain('¥9,000.00')
    expect(question.textContent).toContain('¥1,500.00')
    fireEvent.click(screen.getByRole('alert').querySelector('button')!)
    expect(sent.map(({ value }) => value)).toEqual([900_000])
    expect(screen.queryByRole('alert')).toBeNull()
  })
  it('is asked about anew when it is changed', () => {
    show(MONEY, 150_000)
    type('9000')
    enter()
    type('299')
    expect(screen.queryByRole('alert')).toBeNull()
    enter()
    expect(screen.getByRole('alert').textContent).toContain('¥299.00')
  })
  it.each(['7500', '300', '1500'])('is not %s', (text) => {
    show(MONEY, 150_000)
    type(text)
    enter()
    expect(sent).toHaveLength(1)
  })
})

describe('what was read is said', () => {
  const said = () => document.querySelector('output')?.textContent
  const show = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    render(
      <InClient client={client}>
        <Form figure={MONEY} />
      </InClient>,
    )
    const field = screen.getByLabelText('number')
    field.focus()
    return field
  }
  const type = (field: HTMLElement, text: string): void => {
    for (let end = 1; end <= text.length; end += 1) {
      fireEvent.change(field, { target: { value: text.slice(0, end) } })
      act(() => void vi.advanceTimersByTime(200))
    }
  }
  afterEach(() => void vi.useRealTimers())

  it('once the typing has stopped, not at each digit', () => {
    type(show(), '1100')
    expect(said()).toBe('')
    act(() => void vi.advanceTimersByTime(1_000))
    expect(said()).toContain('¥1,100.00')
  })

  it('not to someone who has gone on', () => {
    const field = show()
    type(field, '1100')
    field.blur()
    act(() => void vi.advanceTimersByTime(5_000))
    expect(said()).toBe('')
  })
})
