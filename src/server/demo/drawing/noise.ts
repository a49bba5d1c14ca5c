/** Value noise on an integer lattice, smooth between its points; about 0 on average, within [-1, 1]. */

const INTO = 2 / 0xffff_ffff

function lattice(x: number, y: number, z: number, seed: number): number {
  let h = Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(z, 0x9e3779b1) ^ seed
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) * INTO - 1
}

const fade = (t: number): number => t * t * t * (t * (t * 6 - 15) + 10)

export function noise1(x: number, seed: number): number {
  const xi = Math.floor(x)
  const u = fade(x - xi)
  const a = lattice(xi, 0, 0, seed)
  return a + (lattice(xi + 1, 0, 0, seed) - a) * u
}

export function noise2(x: number, y: number, seed: number): number {
  return plane(x, y, 0, seed)
}

export function noise3(x: number, y: number, z: number, seed: number): number {
  const zi = Math.floor(z)
  const near = plane(x, y, zi, seed)
  return near + (plane(x, y, zi + 1, seed) - near) * fade(z - zi)
}

/**
 * As `noise3`, closed into a ring along its first measure: `turn` is an angle, and there are `count` lattice points
 * around it.
 */
export function noiseAround(turn: number, y: number, z: number, count: number, seed: number): number {
  const x = (turn / (2 * Math.PI) + 0.5) * count
  const xi = Math.floor(x) % count
  const next = (xi + 1) % count
  const u = fade(x - Math.floor(x))
  const near = column(xi, y, z, seed)
  return near + (column(next, y, z, seed) - near) * u
}

function column(xi: number, y: number, z: number, seed: number): number {
  const yi = Math.floor(y)
  const zi = Math.floor(z)
  const v = fade(y - yi)
  const a = lattice(xi, yi, zi, seed)
  const c = lattice(xi, yi, zi + 1, seed)
  const near = a + (lattice(xi, yi + 1, zi, seed) - a) * v
  const far = c + (lattice(xi, yi + 1, zi + 1, seed) - c) * v
  return near + (far - near) * fade(z - zi)
}

function plane(x: number, y: number, zi: number, seed: number): number {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const u = fade(x - xi)
  const a = lattice(xi, yi, zi, seed)
  const c = lattice(xi, yi + 1, zi, seed)
  const top = a + (lattice(xi + 1, yi, zi, seed) - a) * u
  const bottom = c + (lattice(xi + 1, yi + 1, zi, seed) - c) * u
  return top + (bottom - top) * fade(y - yi)
}

export function smoothstep(from: number, to: number, x: number): number {
  const t = Math.min(1, Math.max(0, (x - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

export const clamp = (x: number, low: number, high: number): number => (x < low ? low : x > high ? high : x)
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t
