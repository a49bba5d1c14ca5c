import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SWATCHES } from '../../contract/swatches.ts'

const css = readFileSync(new URL('./timber.css', import.meta.url), 'utf8')
const tones = new Map(
  Array.from(
    css.matchAll(/\[data-timber='(\w+)'\] \{\s*--timber: light-dark\((#\w{6}), (#\w{6})\);/g),
    ([, name, light, dark]) => [name!, { light: light!, dark: dark! }] as const,
  ),
)

/** CIE L*a*b*: distances in it match those that the eye sees. */
function lab(hex: string): readonly [number, number, number] {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  const f = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b)
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}
const apart = (a: string, b: string): number => {
  const [p, q] = [lab(a), lab(b)]
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2])
}

it('has a tone for every family, and no other', () => expect([...tones.keys()]).toEqual([...SWATCHES]))

it.each(['light', 'dark'] as const)('%s: any two families are told apart, side by side', (scheme) => {
  const all = [...tones].map(([name, tone]) => [name, tone[scheme]] as const)
  const alike = all.flatMap(([a, tone], at) =>
    all.slice(at + 1).flatMap(([b, other]) => (apart(tone, other) < 9 ? [`${a} and ${b}`] : [])),
  )
  expect(alike).toEqual([])
})

it('dark paper shows the darkest wood', () => {
  for (const paper of ['#1d1914', '#14110d', '#272119'])
    expect(apart(tones.get('ebony')!.dark, paper)).toBeGreaterThan(18)
})
