import { expect, it } from 'vitest'
import { contractSign } from '../../../../contract/calls/trade.ts'
import { FIELD, isSignature, pathOf, withPoint } from './strokes.ts'

const draw = (points: readonly (readonly [number, number])[]): string =>
  points.reduce((strokes, [x, y], at) => withPoint(strokes, { x, y }, at === 0), '')

it('what is drawn is what the call takes: whole units of the field, strokes apart by semicolons', () => {
  let strokes = draw([
    [10.4, 20.6],
    [30, 20],
    [50, 40],
    [70, 60],
  ])
  strokes = withPoint(strokes, { x: -5, y: 900 }, true)
  for (const x of [20, 40, 60]) strokes = withPoint(strokes, { x, y: 100 }, false)
  expect(strokes).toBe('10,21 30,20 50,40 70,60;0,200 20,100 40,100 60,100')
  expect(isSignature(strokes)).toBe(true)
  const mark = contractSign.body.shape.mark.parse({ kind: 'drawn', strokes })
  expect(mark).toEqual({ kind: 'drawn', strokes })
  expect(pathOf(strokes)).toBe('M10,21L30,20L50,40L70,60M0,200L20,100L40,100L60,100')
})

it('a dot is no signature, and a hand that rests adds nothing', () => {
  expect(isSignature('')).toBe(false)
  expect(isSignature('1,1 9,9')).toBe(false)
  expect(
    draw([
      [10, 10],
      [11, 11],
      [10, 12],
    ]),
  ).toBe('10,10')
  expect(pathOf('10,10')).toBe('M10,10h.1')
})

it('never grows beyond what the call takes', () => {
  let strokes = ''
  for (let n = 0; n < 9_000; n++) strokes = withPoint(strokes, { x: (n * 7) % FIELD.width, y: (n * 11) % 200 }, n === 0)
  expect(strokes.length).toBeGreaterThan(23_900)
  expect(contractSign.body.shape.mark.safeParse({ kind: 'drawn', strokes }).success).toBe(true)
})
