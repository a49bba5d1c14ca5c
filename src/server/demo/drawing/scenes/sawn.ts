import { between, seeded, whole, type Random } from '../../../seeded.ts'
import { noise1, noise2, smoothstep } from '../noise.ts'
import { light, solid, toward, type Paint, type Solid } from '../solid.ts'
import type { Look } from '../../../pictures/looks.ts'
import type { Scene } from '../scene.ts'

/**
 * A packet of sawn boards on stickers, seen over a corner: ends to the left, the long side to the right, the top layer
 * above.
 */
export function sawnStack(look: Look, seed: number): Scene {
  const random = seeded(seed)
  const packet = measure(random, look, seed)
  const eye = camera(packet, random)
  return (fx, fy, step, out) => {
    const ray = eye(fx, fy)
    const hit = nearest(ray, packet)
    if (!hit) return floor(ray, packet, seed, out)
    const grain = step * hit.distance * 0.2
    if (hit.face === 'top') top(hit, packet, grain, out)
    else upright(hit, packet, grain, out)
    light(out, 1.02 - 0.03 * fx)
  }
}

interface Packet {
  /** mm: along the boards, across them, up. */
  readonly long: number
  readonly wide: number
  readonly high: number
  readonly layer: number
  readonly board: number
  readonly thick: number
  readonly straps: readonly number[]
  readonly wood: Solid
  readonly seed: number
  /** Ends are sealed with wax against checking. */
  readonly sealed: boolean
}

function measure(random: Random, look: Look, seed: number): Packet {
  const thick = between(random, 34, 62)
  const sticker = 22
  const layers = whole(random, 7, 11)
  const board = between(random, 120, 190)
  return {
    long: between(random, 2000, 2600),
    wide: board * whole(random, 6, 7),
    high: layers * (thick + sticker) - sticker,
    layer: thick + sticker,
    board,
    thick,
    straps: [0.17, 0.5, 0.84],
    wood: solid(look, seed, 300),
    seed,
    sealed: random() > 0.7,
  }
}

/** Height of the bearers below the packet, mm. */
const BEARER = 80

interface Ray {
  readonly o: Vec
  readonly d: Vec
}
type Vec = readonly [number, number, number]
interface Hit {
  readonly face: 'end' | 'side' | 'top'
  readonly x: number
  readonly y: number
  readonly z: number
  readonly distance: number
}

/** x along the boards, y across, z up; the corner at the origin is nearest. */
function camera(packet: Packet, random: Random): (fx: number, fy: number) => Ray {
  const turn = between(random, 0.75, 1.0)
  const away = 1900
  const o: Vec = [-Math.cos(turn) * away, -Math.sin(turn) * away, packet.high + between(random, 420, 620)]
  const aim: Vec = [packet.wide * 0.13, packet.wide * 0.16, packet.high * 0.47]
  const f = unit([aim[0] - o[0], aim[1] - o[1], aim[2] - o[2]])
  const right = unit([f[1], -f[0], 0])
  const up: Vec = [
    right[1] * f[2] - right[2] * f[1],
    right[2] * f[0] - right[0] * f[2],
    right[0] * f[1] - right[1] * f[0],
  ]
  return (fx, fy) => {
    const h = (fx - 2) * 0.145
    const v = (1.5 - fy) * 0.145
    return { o, d: [f[0] + right[0] * h + up[0] * v, f[1] + right[1] * h + up[1] * v, f[2] + right[2] * h + up[2] * v] }
  }
}

function unit(v: Vec): Vec {
  const n = Math.hypot(...v)
  return [v[0] / n, v[1] / n, v[2] / n]
}

function nearest({ o, d }: Ray, p: Packet): Hit | null {
  let best: Hit | null = null
  const consider = (t: number, face: Hit['face']) => {
    if (t <= 0 || (best && best.distance <= t)) return
    const x = o[0] + d[0] * t
    const y = o[1] + d[1] * t
    const z = o[2] + d[2] * t
    if (x >= -0.5 && x <= p.long && y >= -0.5 && y <= p.wide && z >= -BEARER && z <= p.high + 1e-6)
      best = { face, x, y, z, distance: t }
  }
  consider(-o[0] / d[0], 'end')
  consider(-o[1] / d[1], 'side')
  consider((p.high - o[2]) / d[2], 'top')
  return best
}

const GAP: readonly [number, number, number] = [24, 18, 14]

/** End and long side: layers with air between them. */
function upright(hit: Hit, p: Packet, grain: number, out: Paint): void {
  const layer = Math.floor(hit.z / p.layer)
  const up = hit.z - layer * p.layer
  const across = hit.face === 'end' ? hit.y : hit.x
  if (layer < 0) return air(hit, hit.z + BEARER, BEARER, p, out)
  if (up > p.thick) {
    air(hit, up - p.thick, p.layer - p.thick, p, out)
    if (hit.face === 'side') strap(hit.x, p, out)
    return
  }
  if (hit.face === 'end') {
    const board = Math.floor(across / p.board)
    boardEnd(across - board * p.board, up, layer * 31 + board, p, grain, out)
  } else longEdge(across, up, layer, p, grain, out)
  // A board darkens where the next lies on it, and the packet darkens towards the ground.
  light(out, (0.72 + 0.28 * smoothstep(0, p.thick * 0.3, up)) * (0.7 + 0.3 * smoothstep(0, p.high * 0.5, hit.z)))
  light(out, hit.face === 'end' ? 1.03 : 0.74)
  if (hit.face === 'side') strap(hit.x, p, out)
}

function boardEnd(y: number, up: number, id: number, p: Packet, grain: number, out: Paint): void {
  const own = p.seed + id * 13
  // Each board is cut from another place of its trunk.
  const angle = noise1(id * 3.7, own) * 3.2
  const x0 = 95 * (1 + noise1(id * 1.9, own + 1))
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const a = y - p.board / 2
  const b = up - p.thick / 2
  p.wood(a * cos - b * sin + x0, a * sin + b * cos + x0 * 0.4, id * 911, grain, out)
  light(out, 0.94 + 0.12 * noise1(id * 2.3, own + 2) + 0.025 * noise1(y * 0.5, own + 3))
  if (p.sealed) toward([150, 60, 44], 0.5, out)
  const rim = Math.min(y, p.board - y)
  toward(GAP, 0.85 * (1 - smoothstep(1, 3.4, rim)), out)
}

function longEdge(x: number, up: number, layer: number, p: Packet, grain: number, out: Paint): void {
  p.wood(40 + up + layer * 7, 34 + noise1(layer * 2.2, p.seed) * 30, x * 0.8 + layer * 5000, grain, out)
  light(out, 0.95 + 0.1 * noise1(layer * 1.3, p.seed + 9))
}

function top(hit: Hit, p: Packet, grain: number, out: Paint): void {
  const board = Math.floor(hit.y / p.board)
  const y = hit.y - board * p.board
  const flat = 26 + 20 * noise1(board * 2.1, p.seed + 11)
  p.wood(
    y - p.board / 2 + 10 * noise1(board * 4.7, p.seed + 12),
    flat + (hit.x - 900) * 0.02,
    hit.x * 0.7 + board * 4000,
    grain,
    out,
  )
  light(out, 1.12 + 0.08 * noise1(board * 1.7, p.seed + 13))
  // Seen at a flat angle a seam is thinner than a sample: wider and fainter, or it breaks into dots.
  const soft = Math.max(4.5, grain * 4)
  toward(GAP, ((0.85 * 4.5) / soft) ** 0.6 * (1 - smoothstep(soft * 0.25, soft, Math.min(y, p.board - y))), out)
  strap(hit.x, p, out)
}

/** The gap between two layers, and under the lowest: dark, except for stickers and bearers. */
function air(hit: Hit, up: number, high: number, p: Packet, out: Paint): void {
  for (let i = 0; i < 3; i++) out[i] = GAP[i] ?? 0
  if (hit.face === 'end') return light(out, 0.8 + 0.9 * smoothstep(0, 14, up) * (high > 40 ? 0 : 1))
  const spacing = p.long / 5
  const wide = high > 40 ? 90 : 36
  if ((hit.x + spacing * 0.8) % spacing > wide) return
  const grain = 1 + 0.12 * noise2(hit.x * 0.2, hit.z * 0.4, p.seed)
  const lit = 0.62 * (0.5 + 0.5 * smoothstep(high, high * 0.55, up)) * grain
  out[0] = 168 * lit
  out[1] = 136 * lit
  out[2] = 98 * lit
}

function strap(x: number, p: Packet, out: Paint): void {
  for (const share of p.straps) {
    const off = Math.abs(x - share * p.long)
    if (off < 10) toward([58, 66, 74], 0.92, out)
    else if (off < 16) light(out, 0.7 + 0.3 * smoothstep(10, 16, off))
  }
}

/** A swept concrete floor that runs into a dim wall. */
function floor({ o, d }: Ray, p: Packet, seed: number, out: Paint): void {
  const t = d[2] < 0 ? (-BEARER - o[2]) / d[2] : Infinity
  const x = o[0] + d[0] * t
  const y = o[1] + d[1] * t
  const far = Math.min(1, t / 9000)
  let tone = d[2] < 0 ? 0.82 - 0.34 * far + 0.03 * noise2(x * 0.004, y * 0.004, seed + 70) * (1 - far) : 0.48
  if (Number.isFinite(t)) {
    const beside = Math.hypot(Math.max(-x, 0, x - p.long), Math.max(-y, 0, y - p.wide))
    tone *= 1 - 0.62 * Math.exp(-beside / 190)
  }
  out[0] = 206 * tone
  out[1] = 197 * tone
  out[2] = 184 * tone
}
