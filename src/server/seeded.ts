/** A stream of numbers in [0, 1) that depends on nothing but its seed. */
export type Random = () => number

/** mulberry32: small, fast, good enough for pictures and demo content; never for anything secret. */
export function seeded(seed: number): Random {
  let a = seed >>> 0
  return () => {
    a = (a + 0x6d2b79f5) >>> 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** FNV-1a: a name becomes a seed. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export const between = (random: Random, low: number, high: number): number => low + (high - low) * random()
export const whole = (random: Random, low: number, high: number): number => Math.floor(between(random, low, high + 1))

export function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[Math.floor(random() * from.length)]
  if (chosen === undefined) throw new RangeError('nothing to pick from')
  return chosen
}
