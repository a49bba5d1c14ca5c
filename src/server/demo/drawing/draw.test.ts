import { expect, test } from 'vitest'
import { draw } from './draw.ts'
import { encode, LARGE, placeholder, PLACEHOLDER_LIMIT, THUMB, type Raster } from '../../pictures/encode.ts'
import { LOOKS, type LookCode } from '../../pictures/looks.ts'
import { SUBJECTS } from '../../pictures/names.ts'

const species = Object.keys(LOOKS) as LookCode[]

function mean({ data }: Raster): readonly [number, number, number] {
  const sum = [0, 0, 0] as [number, number, number]
  for (let i = 0; i < data.length; i += 3) for (const c of [0, 1, 2] as const) sum[c] += data[i + c] ?? 0
  return [sum[0] / (data.length / 3), sum[1] / (data.length / 3), sum[2] / (data.length / 3)]
}

test('the same drawing has the same pixels, another seed has others', () => {
  for (const subject of SUBJECTS) {
    const once = draw({ species: 'teak', subject, seed: 42 }, 80)
    expect(draw({ species: 'teak', subject, seed: 42 }, 80).data).toEqual(once.data)
    expect(draw({ species: 'teak', subject, seed: 43 }, 80).data).not.toEqual(once.data)
  }
})

test.each(species)('%s has the warm colours of wood, and shows more than one of them', (code) => {
  const drawn = draw({ species: code, subject: 'figure', seed: 7 }, 80)
  const [red, green, blue] = mean(drawn)
  expect(red).toBeGreaterThan(green)
  expect(green).toBeGreaterThan(blue)
  const brightness = Array.from({ length: drawn.data.length / 3 }, (_, i) => drawn.data[i * 3] ?? 0)
  expect(Math.max(...brightness) - Math.min(...brightness)).toBeGreaterThan(25)
})

test('species can be told apart: a wenge is darker than a maple, a padauk redder than an oak', () => {
  const of = (code: LookCode) => mean(draw({ species: code, subject: 'figure', seed: 3 }, 60))
  expect(of('wenge')[0]).toBeLessThan(of('hardMaple')[0] / 2)
  const redness = ([red, green]: readonly [number, number, number]) => red / green
  expect(redness(of('padauk'))).toBeGreaterThan(redness(of('whiteOak')) * 1.4)
})

test.each(SUBJECTS)('%s: a thumbnail fits 6 kB, a placeholder 300 characters', async (subject) => {
  for (const code of ['scotsPine', 'whiteOak', 'ovangkol'] as const) {
    const drawn = draw({ species: code, subject, seed: 11 }, 320)
    for (const format of ['avif', 'webp'] as const)
      expect((await encode(drawn, THUMB, format)).length).toBeLessThanOrEqual(6_000)
    expect((await placeholder(drawn)).length).toBeLessThanOrEqual(PLACEHOLDER_LIMIT)
  }
})

test('what compresses worst still fits the budget of its size', async () => {
  const data = new Uint8Array(800 * 600 * 3)
  let noise = 1
  for (let i = 0; i < data.length; i++) {
    noise = Math.imul(noise, 1_664_525) + 1_013_904_223
    data[i] = 110 + ((noise >>> 24) % 60)
  }
  const bytes = await encode({ width: 800, height: 600, data }, LARGE, 'webp')
  expect(bytes.length).toBeLessThanOrEqual(LARGE.limit)
})
