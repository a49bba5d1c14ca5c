import { between, seeded, whole } from '../../../seeded.ts'
import { clamp, noise1, noise2, smoothstep } from '../noise.ts'
import { light, solid, toward, type Paint } from '../solid.ts'
import type { Look } from '../../../pictures/looks.ts'
import type { Scene } from '../scene.ts'

/** One log, sawn across: rings, rays, checks that opened from the pith while it dried, bark at the rim. */
export function endGrain(look: Look, seed: number): Scene {
  const random = seeded(seed)
  const trunk = between(random, 250, 340)
  const wood = solid(look, seed, trunk)
  const scale = (trunk * 2) / between(random, 3.5, 4.6)
  const middle = { x: between(random, 1.3, 2.7), y: between(random, 1.1, 1.9) }
  const checks = openings(random, trunk, seed)
  const sawn = between(random, 0, Math.PI)
  return (fx, fy, step, out) => {
    const x = (fx - middle.x) * scale
    const y = (fy - middle.y) * scale
    const radius = Math.hypot(x, y)
    const rim = trunk * (1 + 0.035 * noise2((x / radius) * 1.3, (y / radius) * 1.3, seed + 60))
    const bark = trunk * 0.055 * (1 + 0.5 * noise2((x / radius) * 14, (y / radius) * 14, seed + 61))
    if (radius > rim + bark) return ground(fx, fy, radius - rim - bark, seed, out)
    if (radius > rim) return rind(look, x, y, (radius - rim) / bark, seed, out)
    wood(x, y, 0, step * scale, out)
    light(
      out,
      1 +
        0.028 * noise1((x * Math.cos(sawn) + y * Math.sin(sawn)) * 0.42, seed + 62) -
        0.16 * smoothstep(0.82, 1, radius / rim),
    )
    toward([58, 36, 24], 0.7 * Math.exp(-radius / 2.6), out)
    for (const check of checks) check(x, y, radius, out)
    light(out, 1.06 - 0.05 * Math.hypot(fx - 1.4, fy - 1))
  }
}

type Mark = (x: number, y: number, radius: number, out: Paint) => void

function openings(random: () => number, trunk: number, seed: number): Mark[] {
  const first = between(random, 0, 6.28)
  const count = whole(random, 1, 4)
  return Array.from({ length: count }, (_, index) => {
    const turn = first + (index * 6.28) / count + between(random, -0.5, 0.5)
    const reach = trunk * between(random, 0.15, 0.7)
    const wide = between(random, 0.3, 1.3)
    return (x, y, radius, out) => {
      if (radius > reach) return
      const along = x * Math.cos(turn) + y * Math.sin(turn)
      if (along < 0) return
      const across = Math.abs(
        y * Math.cos(turn) -
          x * Math.sin(turn) +
          (noise1(radius * 0.035 + index * 9, seed + 63) * 4 + noise1(radius * 0.16 + index * 9, seed + 67) * 1.3) *
            smoothstep(0, 14, radius),
      )
      const half = wide * (1 - radius / reach) ** 0.6
      toward([38, 24, 17], 0.8 * (1 - smoothstep(half * 0.5, half + 0.9, across)), out)
    }
  })
}

function rind(look: Look, x: number, y: number, depth: number, seed: number, out: Paint): void {
  const rough = 0.72 + 0.34 * noise2(x * 0.09, y * 0.09, seed + 64) + 0.2 * noise2(x * 0.3, y * 0.3, seed + 65)
  for (let i = 0; i < 3; i++) out[i] = (look.bark[i] ?? 0) * clamp(rough, 0.35, 1.3) * (1.1 - 0.55 * depth)
  if (depth < 0.22) toward([54, 36, 26], 0.6, out)
}

/** A dark shed behind it: light falls off, and the log throws a shadow. */
function ground(fx: number, fy: number, beyond: number, seed: number, out: Paint): void {
  const tone =
    0.72 +
    0.1 * noise2(fx * 1.2, fy * 1.2, seed + 66) -
    0.12 * Math.hypot(fx - 1, fy - 0.6) -
    0.3 * Math.exp(-beyond / 26)
  out[0] = 62 * tone + 16
  out[1] = 56 * tone + 15
  out[2] = 50 * tone + 14
}
