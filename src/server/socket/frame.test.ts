import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { Frame, Piece, Tail } from './frame.ts'

/** RFC 6455 §5.2, as far as server frames use it. */
function read(bytes: Buffer) {
  const short = bytes[1]! & 0x7f
  const [length, at] =
    short < 126 ? [short, 2] : short === 126 ? [bytes.readUInt16BE(2), 4] : [Number(bytes.readBigUInt64BE(2)), 10]
  return { first: bytes[0], masked: (bytes[1]! & 0x80) !== 0, length, payload: bytes.subarray(at) }
}

const bytesOf = (frame: Frame, deflate: boolean): Buffer => Buffer.concat(frame.bytes(deflate ? 'deflated' : 'plain'))
const inflated = (payload: Buffer): string =>
  inflateRawSync(Buffer.concat([payload, Buffer.from([0, 0, 0xff, 0xff, 1, 0, 0, 0xff, 0xff])])).toString()

test.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  'a text of %i bytes is one whole, unmasked text frame',
  (length) => {
    const { first, masked, length: said, payload } = read(bytesOf(new Frame('x'.repeat(length)), false))
    expect({ first, masked, said, payload: payload.toString() }).toEqual({
      first: 0x81,
      masked: false,
      said: length,
      payload: 'x'.repeat(length),
    })
  },
)

test('length counts bytes, not characters', () => {
  expect(read(bytesOf(new Frame('木材'), false))).toMatchObject({ length: 6 })
})

test('a long text is compressed for those who agreed to it, and inflates to the same (RFC 7692)', () => {
  const text = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ lot: `lot-${i}`, name: '欧洲云杉' })))
  const frame = new Frame(text)
  const { first, length, payload } = read(bytesOf(frame, true))
  expect(first).toBe(0xc1)
  expect(length).toBe(payload.length)
  expect(inflated(payload)).toBe(text)
  expect(payload.length * 5).toBeLessThan(text.length)
})

test('a short text is never compressed, and bytes are made once', () => {
  const frame = new Frame('short')
  expect(frame.bytes('deflated')).toBe(frame.bytes('plain'))
})

test('frames that end alike share the bytes of their end, compressed or not', () => {
  const text = JSON.stringify(Array.from({ length: 200 }, (_, i) => ({ lot: `lot-${i}`, name: '欧洲云杉' })))
  const tail = new Tail(
    [text.slice(0, 3_000), text.slice(3_000, 3_001), text.slice(3_001)].map((part) => new Piece(part)),
  )
  for (const deflate of [false, true]) {
    const ends = ['{"now":1,"a":', '{"now":22,"a":'].map((head) => {
      const frame = new Frame(head, tail)
      const { first, length, payload } = read(bytesOf(frame, deflate))
      expect({ first, length }).toEqual({ first: deflate ? 0xc1 : 0x81, length: payload.length })
      expect(deflate ? inflated(payload) : payload.toString()).toBe(head + text)
      return frame.bytes(deflate ? 'deflated' : 'plain').slice(1)
    })
    for (const [i, bytes] of tail.bytes(deflate).entries()) expect([ends[0]?.[i], ends[1]?.[i]]).toEqual([bytes, bytes])
    expect(ends[0]?.at(-1)).toBe(ends[1]?.at(-1))
  }
})
