import { describe, expect, it } from 'vitest'
import { DOCUMENT_PICTURE, maxBytes } from './rules.ts'
import { shrink, type Drawn, type Size } from './shrink.ts'

const LIMIT = maxBytes(DOCUMENT_PICTURE)
const picture = (bytes: number, type = 'image/jpeg'): Blob => new Blob([new Uint8Array(bytes)], { type })

/** A picture whose encoded size follows its area and quality, as that of real ones does. */
function drawing({ width, height }: Size, bytesOf: (area: number, quality: number) => number) {
  const drawn: { size: Size; type: string; quality: number }[] = []
  let closed = 0
  const decoded: Drawn = {
    width,
    height,
    close: () => {
      closed += 1
    },
    encode: (size, type, quality) => {
      drawn.push({ size, type, quality })
      return Promise.resolve(
        new Blob([new Uint8Array(Math.round(bytesOf(size.width * size.height, type === 'image/png' ? 1 : quality)))], {
          type,
        }),
      )
    },
  }
  return { decode: () => Promise.resolve(decoded), drawn, closed: () => closed }
}

describe('a picture under the limit', () => {
  it('goes as it is, byte for byte', async () => {
    const { decode, drawn, closed } = drawing({ width: 4000, height: 3000 }, (area) => area)
    const file = picture(LIMIT - 1)
    expect(await shrink(file, LIMIT, decode)).toBe(file)
    expect([drawn.length, closed()]).toEqual([0, 1])
  })
})

describe('a picture of few bytes and more pixels than the server takes', () => {
  it.each([
    ['a page scanned at 600 dpi', { width: 4960, height: 7016 }],
    ['a strip', { width: 13_000, height: 200 }],
  ])('%s is drawn smaller', async (_what, size) => {
    const { decode, drawn } = drawing(size, (area) => area * 0.02)
    const small = await shrunk(picture(900_000, 'image/png'), LIMIT, decode)
    expect([small.type, Math.max(drawn.at(-1)!.size.width, drawn.at(-1)!.size.height)]).toEqual(['image/png', 2800])
  })
})

describe('a picture over the limit', () => {
  it('is drawn smaller, its shape and kind kept', async () => {
    const { decode, drawn, closed } = drawing({ width: 4032, height: 3024 }, (area, quality) => area * quality * 0.3)
    const small = await shrunk(picture(6_000_000), LIMIT, decode)
    expect([small.type, small.size < LIMIT]).toEqual(['image/jpeg', true])
    expect(drawn.at(-1)!.size).toEqual({ width: 2800, height: 2100 })
    expect(closed()).toBe(1)
  })
  it('loses quality before it loses size, and both when it must', async () => {
    const { decode, drawn } = drawing({ width: 4000, height: 3000 }, (area, quality) => area * quality * 0.6)
    expect((await shrunk(picture(9_000_000), LIMIT, decode)).size).toBeLessThan(LIMIT)
    expect(drawn[0]!.quality).toBeGreaterThan(drawn[1]!.quality)
    expect(drawn.at(-1)!.size.width).toBeLessThan(2800)
    expect(drawn.at(-1)!.size.width / drawn.at(-1)!.size.height).toBeCloseTo(4 / 3, 2)
  })
  it('a PNG stays one', async () => {
    const { decode } = drawing({ width: 5000, height: 4000 }, (area) => area * 0.4)
    const small = await shrunk(picture(20_000_000, 'image/png'), LIMIT, decode)
    expect([small.type, small.size < LIMIT]).toEqual(['image/png', true])
  })
  it('gives up quality, and a PNG its kind, before its long edge falls under 2,000', async () => {
    const photograph = drawing({ width: 4032, height: 3024 }, (area, quality) => area * quality * 1.2)
    expect((await shrunk(picture(9_000_000), LIMIT, photograph.decode)).size).toBeLessThan(LIMIT)
    expect(photograph.drawn.at(-1)!.size.width).toBeGreaterThanOrEqual(2000)
    const scan = drawing({ width: 5000, height: 4000 }, (area, quality) => area * quality * 0.9)
    expect((await shrunk(picture(20_000_000, 'image/png'), LIMIT, scan.decode)).type).toBe('image/jpeg')
    expect(scan.drawn.at(-1)!.size.width).toBeGreaterThanOrEqual(2000)
  })
  it('one that cannot be made small enough is refused, not sent', async () => {
    const { decode, closed } = drawing({ width: 5000, height: 4000 }, () => LIMIT)
    expect(await shrink(picture(LIMIT), LIMIT, decode)).toBe('tooLarge')
    expect(closed()).toBe(1)
  })
})

it('what is no picture, whatever its name says, is refused', async () => {
  expect(await shrink(picture(10), LIMIT, () => Promise.reject(new Error('cannot decode')))).toBe('unreadable')
})

async function shrunk(...given: Parameters<typeof shrink>): Promise<Blob> {
  const made = await shrink(...given)
  if (typeof made === 'string') throw new Error(made)
  return made
}
