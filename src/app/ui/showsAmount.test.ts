import { expect, it } from 'vitest'
import { showsAmount } from './showsAmount.ts'

it.each([
  ['出价 ¥12,400.00/m³', '12400.00', true],
  ['Outbid: bid ¥ 12,800.00', '12800.00', true],
  ['出价 ¥１２,４００.００', '12400.00', true],
  ['Bid ¥12,400.00/m³', '12800.00', false],
  // A translator that writes another notation shows another price.
  ['Huuda 12.400 ¥', '12400.00', false],
  ['Bid', '12400.00', false],
  [null, '12400.00', false],
])('44.2 “%s” shows %s: %s', (text, amount, is) => {
  expect(showsAmount(text, amount)).toBe(is)
})
