import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical } from './canonical.ts'

/** RFC 8785 appendix B: IEEE 754 bits and the text they must have. */
const NUMBERS: readonly [bits: string, text: string][] = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
]

function ofBits(hex: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

describe('canonical JSON (RFC 8785)', () => {
  test.each(NUMBERS)('appendix B: the double %s is written %s', (bits, text) => {
    expect(canonical(ofBits(bits))).toBe(text)
  })

  test('§3.2.2: the sample of primitive types', () => {
    const sample = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonical(JSON.parse(sample))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('§3.2.3: keys are ordered by UTF-16 code units, not by code points', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    const parsed: unknown = JSON.parse(canonical(sample))
    expect(canonical(sample)).toMatch(/^\{"\\r":/)
    const order = [...canonical(sample).matchAll(/:"([^"]+)"/g)].map((match) => match[1])
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
    expect(parsed).toEqual(sample)
  })

  test('numeric keys are ordered as text, although an object lists them as numbers', () => {
    expect(canonical({ 10: 'a', 9: 'b', '': 'c' })).toBe('{"":"c","10":"a","9":"b"}')
  })

  test('nested members are ordered too, arrays keep their order', () => {
    expect(canonical([{ b: [3, 1, 2], a: { d: 1, c: 2 } }])).toBe('[{"a":{"c":2,"d":1},"b":[3,1,2]}]')
  })

  test('controls have their short forms or lower-case escapes; nothing else is escaped', () => {
    expect(canonical('\b\t\n\f\r\u0000\u001f\u007f\u2028"\\/木')).toBe(
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\u007f\u2028\\"\\\\/木"',
    )
  })

  test.each([
    ['undefined', undefined],
    ['a member that is undefined', { a: undefined }],
    ['an undefined item', [undefined]],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a lone surrogate', '\ud83d'],
    ['a lone surrogate in a key', { '\ude00': 1 }],
  ])('refuses what is no JSON: %s', (_, value) => {
    expect(() => canonical(value)).toThrow(TypeError)
  })

  test('refuses a hole in an array', () => {
    const items = [1, 2, 3]
    Reflect.deleteProperty(items, 1)
    expect(() => canonical(items)).toThrow(TypeError)
  })

  test('means the value: reads back as the same, and does not depend on the order of members', () => {
    const member = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(member)
      if (value === null || typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, member(inner)]),
      )
    }
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = canonical(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonical(member(value))).toBe(text)
        expect(canonical(JSON.parse(text))).toBe(text)
      }),
    )
  })
})
