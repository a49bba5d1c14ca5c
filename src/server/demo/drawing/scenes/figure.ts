import { between, pick, seeded } from '../../../seeded.ts'
import { noise1, smoothstep } from '../noise.ts'
import { light, solid, toward } from '../solid.ts'
import type { Look } from '../../../pictures/looks.ts'
import type { Scene } from '../scene.ts'

/** Planed faces, edge to edge: cathedrals where the board is cut flat, stripes and ribbons where it is quartered. */
export function figure(look: Look, seed: number): Scene {
  const random = seeded(seed)
  const boards = lay(random, pick(random, [2, 3, 3, 4]), look.ribbon > 0.4 ? 0.75 : 0.25)
  const wood = solid(look, seed, 420)
  const scale = 430 / 4
  return (fx, fy, step, out) => {
    const index = boards.findIndex((b) => fy < b.to)
    const board = boards[index]
    if (!board) return
    const inside = Math.min(fy - board.from, board.to - fy)
    const across = board.flip * (fy - (board.from + board.to) / 2) * scale
    const along = fx * scale + board.along
    // The pith is slightly oblique to the face, which draws the cathedral figure.
    const depth = board.depth + (fx - board.apex) * board.taper + noise1(fx * 0.9, seed + index) * 4
    wood(across + board.shift, depth, along * 0.9, step * scale, out)
    light(out, board.tone * (1.05 - 0.025 * fx - 0.02 * fy) * (1 + 0.05 * Math.sin(fx * 1.1 + index * 1.9)))
    if (inside < 0.03) toward([30, 19, 12], 0.75 * (1 - smoothstep(0.004, 0.016, inside)), out)
  }
}

interface Board {
  readonly from: number
  readonly to: number
  readonly flip: 1 | -1
  readonly shift: number
  readonly depth: number
  readonly apex: number
  readonly taper: number
  readonly along: number
  readonly tone: number
}

function lay(random: () => number, count: number, quartered: number): Board[] {
  let from = 0
  return Array.from({ length: count }, (_, index) => {
    const to = index === count - 1 ? 3.01 : from + (3 / count) * between(random, 0.85, 1.12)
    const flat = random() > quartered
    const board: Board = {
      from,
      to,
      flip: random() > 0.5 ? 1 : -1,
      shift: flat ? between(random, -14, 14) : between(random, 120, 260),
      depth: flat ? between(random, 22, 60) : between(random, -30, 30),
      apex: between(random, 1, 3),
      taper: (random() > 0.5 ? 1 : -1) * (flat ? between(random, 9, 17) : between(random, 0.5, 2)),
      along: between(random, 0, 4000),
      tone: between(random, 0.9, 1.06),
    }
    from = to
    return board
  })
}
