import { expect, it } from 'vitest'
import type { TicketFace } from './face.ts'
import { layOut, wrap } from './picture.ts'

/** A test's font: a Han character is as wide as it is high, others half as wide. */
const width = (text: string, size: number): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? size : size / 2), 0)

const face: TicketFace = {
  id: 'won-L1',
  kind: 'won',
  name: '中标标的',
  at: '2026-11-24T06:10:00.000Z',
  title: '红橡木窑干板材，产自美国东部阿巴拉契亚山区的优质硬木',
  facts: ['红橡木', '27 (4/4) × 115–305 × 2440–4880 mm'],
  lines: [{ label: '卖方', value: 'Ngounié Bois et Forêts SARL' }],
  lot: '标的 10',
  number: 17,
  seal: '成交',
  isVoid: false,
  sum: { label: '总额', value: '¥1,234,567.80', of: '¥2,180.00/m³ × 566.317 m³' },
}
const words = { product: '木材竞价采购平台', when: '11月24日周二 14:10', number: '竞买号' }
const picture = layOut(face, words, (text, { size }) => width(text, size))
const texts = picture.marks.flatMap((mark) => (mark.kind === 'text' ? [mark.text] : []))

it('breaks Han text anywhere, other text between words, a long word inside', () => {
  expect(wrap('红橡木板材', 30, (text) => width(text, 10))).toEqual(['红橡木', '板材'])
  expect(wrap('red oak boards', 35, (text) => width(text, 10))).toEqual(['red oak', 'boards'])
  expect(wrap('abcdefgh', 20, (text) => width(text, 10))).toEqual(['abcd', 'efgh'])
})
it('puts timber, sale, money, number and seal on the picture', () => {
  expect(texts.join('')).toContain(face.title)
  for (const text of ['标的 10 · 中标标的', '11月24日周二 14:10', '¥1,234,567.80', 'Ngounié Bois et Forêts SARL'])
    expect(texts).toContain(text)
  const stamps = picture.marks.flatMap((mark) => (mark.kind === 'stamp' ? [mark.lines.map(({ text }) => text)] : []))
  expect(stamps).toEqual([['竞买号', '17'], ['成交']])
})
it('keeps every line inside the paper', () => {
  for (const mark of picture.marks)
    if (mark.kind === 'text') {
      expect(mark.x + width(mark.text, mark.size)).toBeLessThanOrEqual(picture.width)
      expect(mark.y).toBeLessThan(picture.height)
    }
})
it('strikes what is void', () => {
  const struck = layOut({ ...face, isVoid: true, seal: null }, words, (text, { size }) => width(text, size))
  expect(struck.marks.some((mark) => mark.kind === 'text' && mark.struck === true)).toBe(true)
  expect(picture.marks.some((mark) => mark.kind === 'text' && mark.struck === true)).toBe(false)
})
