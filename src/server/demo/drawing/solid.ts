import type { Look, Rgb } from '../../pictures/looks.ts'
import { clamp, mix, noise1, noise2, noise3, noiseAround, smoothstep } from './noise.ts'

/** A colour being made; reused, because a picture makes a million of them. */
export type Paint = [number, number, number]

/**
 * Wood as a solid: the colour at a point of a trunk. `x`, `y` across the grain from the pith, `z` along it, in mm;
 * `grain` is the size of a sample in mm, so that finer detail fades instead of flickering.
 */
export type Solid = (x: number, y: number, z: number, grain: number, out: Paint) => void

export function solid(look: Look, seed: number, trunkRadius: number): Solid {
  const heart = trunkRadius * (1 - look.sapwood)
  return (x, y, z, grain, out) => {
    const wander = noise2(z * 0.0013, 7.3, seed) * 9
    const px = x + wander + noise3(x * 0.011, y * 0.011, z * 0.0012, seed + 1) * 11
    const py = y + noise2(z * 0.0016, 1.7, seed + 2) * 9 + noise3(x * 0.013, y * 0.013, z * 0.001, seed + 3) * 11
    const radius = Math.hypot(px, py) + noise3(x * 0.05, y * 0.05, z * 0.004, seed + 4) * 1.6

    const rings = radius / look.ring
    const phase = rings + noise1(rings * 0.31, seed + 5) * 0.9 + noise1(rings * 0.07, seed + 6) * 2.2
    const year = Math.floor(phase)
    const season = phase - year
    const seen = look.contrast * fadeOut(grain, look.ring)

    let tone = seen * darkening(look, season) * (0.75 + 0.35 * noise1(year * 1.37, seed + 7))
    tone += look.veins * vein(phase, z, seed)
    tone += 0.22 * noise3(x * 0.02, y * 0.02, z * 0.0018, seed + 8)
    tone += 0.13 * fadeOut(grain, 0.9) * noise3(x * 1.1, y * 1.1, z * 0.012, seed + 9)
    tone += look.pores * pore(x, y, z, season, look, grain, seed)
    if (look.ribbon > 0) tone += look.ribbon * ribbon(radius, z, seed)
    if (look.rays > 0) tone += look.rays * ray(px, py, radius, z, grain, seed)

    paint(look.early, look.late, clamp(tone, -0.35, 1.35), out)
    if (look.sapwood === 0) return
    const outer = smoothstep(heart - 5, heart + 5, radius + noiseAround(Math.atan2(py, px), 0, 0, 9, seed + 10) * 6)
    if (outer > 0) toward(look.sap, outer * 0.85, out)
  }
}

/** A detail of this size (mm) is whole when a sample is a third of it, and gone when a sample is as large. */
const fadeOut = (grain: number, size: number): number => 1 - smoothstep(size * 0.3, size * 1.1, grain)

function darkening(look: Look, season: number): number {
  switch (look.growth) {
    case 'softwood':
      return smoothstep(0.3, 0.9, season) * (1 - smoothstep(0.93, 1, season))
    case 'ringPorous':
      return 0.75 * (1 - smoothstep(0, 0.34, season)) + 0.35 * smoothstep(0.5, 1, season)
    case 'diffuse':
      return 0.65 * smoothstep(0.7, 0.95, season) * (1 - smoothstep(0.96, 1, season)) + 0.3 * season
  }
}

/** Dark streaks that extend over several years. */
function vein(phase: number, z: number, seed: number): number {
  const course = noise2(phase * 0.42, z * 0.0011, seed + 20) + 0.5 * noise2(phase * 1.3, z * 0.002, seed + 21)
  return 0.95 * smoothstep(0.15, 0.8, course)
}

/** Vessels: short dark strokes along the grain; in a ring-porous wood they crowd into the early band. */
function pore(x: number, y: number, z: number, season: number, look: Look, grain: number, seed: number): number {
  const seen = fadeOut(grain, 1.5)
  if (seen === 0) return 0
  const crowd = look.growth === 'ringPorous' ? 1.5 * (1 - smoothstep(0.15, 0.45, season)) : 0.75
  const stroke = noise3(x * 1.9, y * 1.9, z * 0.035, seed + 30)
  return seen * crowd * 0.75 * smoothstep(0.35, 0.75, stroke)
}

/** Interlocked grain: bands that change with the light. */
function ribbon(radius: number, z: number, seed: number): number {
  const lean = noise2(radius * 0.085, z * 0.0014, seed + 40) + 0.45 * noise2(radius * 0.21, z * 0.003, seed + 41)
  return 0.42 * lean * (0.75 + 0.25 * noise1(z * 0.006, seed + 42))
}

/** Rays from the pith: fine lines on the end, flecks on a quartered face. */
function ray(px: number, py: number, radius: number, z: number, grain: number, seed: number): number {
  const seen = fadeOut(grain, clamp(radius / 45, 0.5, 1.8))
  if (seen === 0) return 0
  const sheet = noiseAround(Math.atan2(py, px), radius * 0.075, z * 0.3, 240, seed + 50)
  return -0.45 * seen * smoothstep(0.4, 0.85, sheet)
}

function paint(from: Rgb, to: Rgb, t: number, out: Paint): void {
  out[0] = mix(from[0], to[0], t)
  out[1] = mix(from[1], to[1], t)
  out[2] = mix(from[2], to[2], t)
}

export function toward(colour: Rgb, share: number, out: Paint): void {
  out[0] = mix(out[0], colour[0], share)
  out[1] = mix(out[1], colour[1], share)
  out[2] = mix(out[2], colour[2], share)
}

export function light(out: Paint, by: number): void {
  out[0] *= by
  out[1] *= by
  out[2] *= by
}
