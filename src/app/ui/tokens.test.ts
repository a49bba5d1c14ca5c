import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
type Scheme = 'light' | 'dark'

/** Custom properties of the default theme, overridden by those of the named brand. */
function tones(brand: 'blue' | 'green', scheme: Scheme): Map<string, string> {
  const found = new Map<string, string>()
  for (const block of css.matchAll(/(:root[^{]*)\{([^}]*)\}/g)) {
    const selector = block[1]!.trim()
    if (selector.split(',')[0] !== ':root' && !(brand === 'green' && /["']green["']/.test(selector))) continue
    for (const [, name, value] of block[2]!.matchAll(/--([\w-]+):\s*([^;]+);/g)) {
      const pair = /^light-dark\((#\w+),\s*(#\w+)\)$/.exec(value!)
      const tone = pair ? pair[scheme === 'light' ? 1 : 2]! : value!
      if (/^#[0-9a-f]{6}$/.test(tone)) found.set(name!, tone)
    }
  }
  return found
}

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light! + 0.05) / (dark! + 0.05)
}

const papers = ['ground', 'surface', 'raised', 'sunken']
const text: [string, string[]][] = [
  ...['ink', 'ink-2', 'ink-3', 'brand-ink'].map((ink): [string, string[]] => [ink, papers]),
  ...['good', 'bad', 'warn', 'calm', 'practice'].map((tone): [string, string[]] => [tone, [...papers, `${tone}-soft`]]),
  ['ink', ['good-soft', 'bad-soft', 'warn-soft', 'calm-soft', 'practice-soft', 'brand-soft', 'kraft']],
  ['brand-ink', ['brand-soft']],
  ['kraft-ink', ['kraft']],
  ['bark', ['surface', 'raised']],
  ['on-brand', ['brand-fill', 'brand-fill-hover']],
  ['on-bad', ['bad-fill']],
]
const shapes: [string, string[]][] = [
  ['focus', papers],
  ['line-strong', papers],
]

describe.each(['blue', 'green'] as const)('brand %s', (brand) => {
  describe.each(['light', 'dark'] as const)('%s', (scheme) => {
    const tone = tones(brand, scheme)
    const pairs = (list: [string, string[]][]) => list.flatMap(([front, backs]) => backs.map((back) => [front, back]))

    it.each(pairs(text))('%s reads on %s (4.5:1)', (front, back) => {
      expect(contrast(tone.get(front!)!, tone.get(back!)!)).toBeGreaterThanOrEqual(4.5)
    })
    it.each(pairs(shapes))('%s stands out from %s (3:1)', (front, back) => {
      expect(contrast(tone.get(front!)!, tone.get(back!)!)).toBeGreaterThanOrEqual(3)
    })
  })
})

it.each([
  ['blue', '#409eff'],
  ['green', '#018c39'],
] as const)('21 %s is seen as the specification names it: lines and fills are %s', (brand, colour) => {
  for (const scheme of ['light', 'dark'] as const) {
    expect(tones(brand, scheme).get('brand')).toBe(colour)
    expect(tones(brand, scheme).get('brand-fill')).toBe(colour)
  }
})
