import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LotStops, useLotStop } from './LotStops.tsx'

afterEach(cleanup)

const LOTS = ['L1', 'L2', 'L3']
function Lot({ id }: { readonly id: string }) {
  return (
    <button type="button" {...useLotStop(id)}>
      {id}
    </button>
  )
}
const list = (chosen: string | null, lots = LOTS) => (
  <LotStops lots={lots} chosen={chosen}>
    {lots.map((id) => (
      <Lot key={id} id={id} />
    ))}
  </LotStops>
)
const stops = () => screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
const press = (key: string) => fireEvent.keyDown(document.activeElement!, { key })

test('the list is one stop, at the chosen lot', () => {
  const { rerender } = render(list('L2'))
  expect(stops().map(({ textContent }) => textContent)).toEqual(['L2'])
  rerender(list(null))
  expect(stops().map(({ textContent }) => textContent)).toEqual(['L1'])
})

test.each([
  ['ArrowDown', 'L3'],
  ['ArrowRight', 'L3'],
  ['ArrowUp', 'L1'],
  ['ArrowLeft', 'L1'],
  ['Home', 'L1'],
  ['End', 'L3'],
  ['a', 'L2'],
])('%s moves the focus to %s, and the stop with it', (key, to) => {
  render(list('L2'))
  stops()[0]!.focus()
  press(key)
  expect(document.activeElement?.textContent).toBe(to)
  expect(stops()).toEqual([document.activeElement])
})

test('at its ends the focus stays; a new lot in hand is the stop again', () => {
  const { rerender } = render(list('L3'))
  stops()[0]!.focus()
  press('ArrowDown')
  expect(document.activeElement?.textContent).toBe('L3')
  press('Home')
  rerender(list('L2'))
  expect(stops().map(({ textContent }) => textContent)).toEqual(['L2'])
})

test('a lot that leaves the list takes no stop with it', () => {
  const { rerender } = render(list('L3'))
  rerender(list('L3', ['L1', 'L2']))
  expect(stops().map(({ textContent }) => textContent)).toEqual(['L1'])
})
