import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minor } from '../units.ts'
import { isAlike, type LineRecorded, lineKey, sameLine } from './bank-line.ts'

const line = (also: Partial<LineRecorded> = {}): LineRecorded => ({
  direction: 'in',
  currency: 'CNY',
  amount: minor(5_000_000),
  day: '2026-11-27',
  reference: lineKey('B2026112700017'),
  account: '',
  entry: '',
  another: '',
  ...also,
})

describe('Bl1: a reference is compared without its spelling', () => {
  test.each([
    'b2026112700017',
    'B 2026112700017',
    'Ｂ２０２６１１２７０００１７',
    ' B2026-1127/00017. ',
    'B2026112700017\u200B',
    'B\u00A02026\u20091127\t00017\n',
    '【B2026112700017】',
    // Letters that show nothing: Hangul fillers, and a braille pattern without dots.
    'B20261127\u316400017\uFFA0\u2800',
    '\u202EB\uFE0F2026\u00AD1127\u200D00017',
  ])('%j', (spelling) => expect(lineKey(spelling)).toBe('b2026112700017'))
  test('other letters and digits are others', () => {
    expect(lineKey('TT 2026-11-27')).toBe('tt20261127')
    expect(lineKey('保证金 · 太仓木业')).toBe('保证金太仓木业')
    expect(lineKey('—')).toBe('')
    expect(new Set(['A1', 'A2', 'B1', 'A11'].map(lineKey)).size).toBe(4)
  })
  test('a key is its own key', () =>
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => lineKey(lineKey(text)) === lineKey(text))))
})

describe('Bl2: a line counts once', () => {
  test('as the line that stands', () => {
    const first = line({ account: 'a' })
    expect(sameLine([line({ day: '2026-11-26' }), first], line())).toBe(first)
    expect(sameLine([], line())).toBeNull()
  })
  test.each([
    { direction: 'out' },
    { currency: 'USD' },
    { amount: minor(5_000_001) },
    { day: '2026-11-26' },
    { reference: 'b2026112700018' },
  ] as const)('but not with %j', (also) => {
    expect(isAlike(line(), line(also))).toBe(false)
    expect(sameLine([line(also)], line())).toBeNull()
  })
})

describe('Bl3: two lines alike are told apart', () => {
  test('by accounts or entry numbers, if both are known', () => {
    for (const known of ['account', 'entry'] as const) {
      expect(sameLine([line({ [known]: 'a' })], line({ [known]: 'b' }))).toBeNull()
      expect(sameLine([line({ [known]: 'a' })], line())).not.toBeNull()
      expect(sameLine([line()], line({ [known]: 'b' }))).not.toBeNull()
      expect(sameLine([line({ [known]: 'a' })], line({ [known]: 'a' }))).not.toBeNull()
    }
  })
  test('by the recorder’s reason', () => expect(sameLine([line()], line({ another: 'two instalments' }))).toBeNull())
  test('from each of those that stand', () => {
    const second = line({ entry: 'e2' })
    expect(sameLine([line({ entry: 'e1' }), second], line({ entry: 'e2' }))).toBe(second)
    expect(sameLine([line({ entry: 'e1' }), second], line({ entry: 'e3' }))).toBeNull()
  })
  test('entries with the same entry number of the bank are one line, also where account and reason differ', () => {
    expect(
      sameLine([line({ entry: 'e1', account: 'a' })], line({ entry: 'e1', account: 'b', another: 'yes' })),
    ).not.toBeNull()
  })
})
