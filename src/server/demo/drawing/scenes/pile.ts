import { between, pick, seeded, type Random } from '../../../seeded.ts'
import { clamp, noise1, noise2, noiseAround, smoothstep } from '../noise.ts'
import { light, solid, toward, type Paint, type Solid } from '../solid.ts'
import type { Look, Rgb } from '../../../pictures/looks.ts'
import { HIGH, WIDE, type Scene } from '../scene.ts'

/** mm from pith to rim of a drawn log. */
const TRUNK = 215

interface Log {
  readonly x: number
  readonly y: number
  readonly radius: number
  /** How far the log's end projects from the pile, 0–1: it casts a shadow. */
  readonly out: number
  readonly tone: number
  readonly turn: number
  /** How far a crack runs from the pith; negative: none. */
  readonly crack: number
  /** Only some carry a dab of paint. */
  readonly paint: number
  readonly seed: number
  readonly wood: Solid
}

/** A pile of logs seen from its ends. */
export function logPile(look: Look, seed: number): Scene {
  const random = seeded(seed)
  const logs = stack(random, look, between(random, 0.42, 0.6), seed)
  const near = nearby(logs)
  const paint = pick(random, PAINTS)
  return (fx, fy, step, out) => {
    const around = near(fx, fy)
    const log = around.find((l) => Math.hypot(fx - l.x, fy - l.y) < edge(l, fx, fy))
    if (!log) return hollow(look, around, fx, fy, out)
    face(log, look, fx, fy, step, paint, out)
    light(out, shadow(log, around, fx, fy) * (1.2 - 0.05 * fx - 0.04 * fy))
  }
}

const PAINTS: readonly Rgb[] = [
  [42, 92, 150],
  [176, 46, 38],
  [236, 232, 222],
  [44, 108, 70],
]

const edge = (log: Log, fx: number, fy: number): number =>
  log.radius * (1 + 0.03 * noiseAround(Math.atan2(fy - log.y, fx - log.x), 0, 0, 7, log.seed))

/** Thick and thin, each grown until it touches a neighbour. */
function stack(random: Random, look: Look, size: number, seed: number): Log[] {
  const places = settle(random, size)
  return places.map(({ x, y, radius }, index) => {
    const own = seed + index * 101
    return {
      x,
      y,
      radius,
      out: random(),
      tone: between(random, 0.9, 1.07),
      turn: between(random, 0, 6.28),
      crack: between(random, -0.4, 0.8),
      paint: random(),
      seed: own,
      wood: solid(look, own, TRUNK * 0.94),
    }
  })
}

interface Place {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Drops one log after the other into the lowest hollow where it rests on two others. */
function settle(random: Random, size: number): Place[] {
  const places: Place[] = []
  for (let x = -size * 2; x < WIDE + size * 2;) {
    const radius = size * between(random, 0.75, 1.15)
    places.push({ x: x + radius, y: HIGH + size * 0.6 + between(random, -0.15, 0.15) * size, radius })
    x += radius * 2
  }
  for (let tries = 0; tries < 200; tries++) {
    const place = lowest(places, size * between(random, 0.62, 1.18))
    if (!place || place.y < -size) break
    places.push(place)
  }
  return places
}

function lowest(places: readonly Place[], radius: number): Place | null {
  let best: Place | null = null
  for (const [index, a] of places.entries()) {
    for (const b of places.slice(index + 1)) {
      const place = onto(a, b, radius)
      if (!place || (best && best.y >= place.y) || place.x < -1.2 || place.x > WIDE + 1.2) continue
      if (places.every((p) => Math.hypot(p.x - place.x, p.y - place.y) > p.radius + radius - 1e-6)) best = place
    }
  }
  return best
}

/** Where a circle of this radius touches both from above. */
function onto(a: Place, b: Place, radius: number): Place | null {
  const apart = Math.hypot(b.x - a.x, b.y - a.y)
  const fromA = a.radius + radius
  const fromB = b.radius + radius
  if (apart > fromA + fromB || apart < 1e-9) return null
  const along = (fromA * fromA - fromB * fromB + apart * apart) / (2 * apart)
  const aside = Math.sqrt(Math.max(0, fromA * fromA - along * along))
  const east = (b.x - a.x) / apart
  const south = (b.y - a.y) / apart
  const side = east >= 0 ? 1 : -1
  return { x: a.x + east * along + side * south * aside, y: a.y + south * along - side * east * aside, radius }
}

/** Per cell of the frame the logs that reach into it: asking all of them at each sample would be slow. */
function nearby(logs: readonly Log[]): (x: number, y: number) => readonly Log[] {
  const grid = new Map<number, readonly Log[]>()
  return (x, y) => {
    const column = Math.floor(x * 4)
    const row = Math.floor(y * 4)
    const key = column * 64 + row
    const known = grid.get(key)
    if (known) return known
    const far = (l: Log) => Math.hypot(l.x - (column + 0.5) / 4, l.y - (row + 0.5) / 4) - l.radius
    const cell = logs.filter((l) => far(l) < 0.75)
    grid.set(key, cell)
    return cell
  }
}

function face(log: Log, look: Look, fx: number, fy: number, step: number, paint: Rgb, out: Paint): void {
  const dx = fx - log.x
  const dy = fy - log.y
  const part = Math.hypot(dx, dy) / edge(log, fx, fy)
  const bark = 0.9 + 0.035 * noiseAround(Math.atan2(dy, dx), 0, 3.7, 31, log.seed)
  if (part > bark) {
    const rough = 0.6 + 0.3 * noise2(fx * 26, fy * 26, log.seed) + 0.25 * noise2(fx * 70, fy * 70, log.seed)
    for (let i = 0; i < 3; i++) out[i] = (look.bark[i] ?? 0) * clamp(rough, 0.2, 1.2)
    light(out, 1.25 - 0.5 * smoothstep(bark, 1, part) - 0.5 * (1 - smoothstep(bark, bark + 0.03, part)))
    return
  }
  const mm = TRUNK / log.radius
  const cos = Math.cos(log.turn)
  const sin = Math.sin(log.turn)
  log.wood((dx * cos + dy * sin) * mm, (dy * cos - dx * sin) * mm, log.turn * 900, step * mm, out)
  // The saw leaves its marks; the weather greys the end from its rim.
  light(
    out,
    log.tone * (1 + 0.03 * noise1((dx * sin + dy * cos) * 46, log.seed + 3)) * (1 - 0.22 * smoothstep(0.6, 1, part)),
  )
  toward([120, 110, 98], 0.14 + 0.14 * noise2(dx * 2.2, dy * 2.2, log.seed + 4), out)
  split(log, dx * cos + dy * sin, dy * cos - dx * sin, part, out)
  if (log.paint > 0.82) spray(dx, dy, log, paint, out)
}

/** Some ends have opened from the pith. */
function split(log: Log, along: number, across: number, part: number, out: Paint): void {
  if (along < 0 || part > log.crack) return
  const off = Math.abs(across + 0.012 * noise1(part * 8, log.seed + 5) + 0.004 * noise1(part * 40, log.seed + 6))
  toward([40, 26, 18], 0.7 * (1 - smoothstep(0.001, 0.008, off)) * (1 - part / log.crack), out)
}

/** A dab of paint, as a tallyman leaves it. */
function spray(dx: number, dy: number, log: Log, colour: Rgb, out: Paint): void {
  const east = dx / log.radius - 0.3 * Math.cos(log.turn)
  const south = dy / log.radius + 0.35 * Math.sin(log.turn)
  const x = east * Math.cos(log.turn * 3) + south * Math.sin(log.turn * 3)
  const y = south * Math.cos(log.turn * 3) - east * Math.sin(log.turn * 3)
  const blot = Math.hypot(x * 0.45 + y * 0.1, y * 1.5) + 0.07 * noise2(dx * 16, dy * 16, log.seed + 6)
  toward(colour, 0.78 * (1 - smoothstep(0.09, 0.14, blot)), out)
}

function shadow(log: Log, around: readonly Log[], fx: number, fy: number): number {
  let lit = 1
  for (const other of around) {
    const over = other.out - log.out
    if (over <= 0 || other === log) continue
    const reach = 0.3 * over * other.radius
    const distance = Math.hypot(fx - reach * 0.8 - other.x, fy - reach - other.y) / other.radius
    lit = Math.min(lit, 1 - 0.5 * (1 - smoothstep(0.94, 1.06, distance)))
  }
  return lit
}

/** Between the ends: the bark of the logs runs back into the dark. */
function hollow(look: Look, around: readonly Log[], fx: number, fy: number, out: Paint): void {
  const depth = Math.min(1, ...around.map((l) => Math.hypot(fx - l.x, fy - l.y) / l.radius - 1))
  const tone = 0.12 + 0.38 * Math.exp(-depth * 11) * (0.75 + 0.4 * noise2(fx * 24, fy * 24, 5))
  for (let i = 0; i < 3; i++) out[i] = (look.bark[i] ?? 0) * tone + 9
}
