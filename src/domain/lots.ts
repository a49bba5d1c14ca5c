import { LAW } from './rule.ts'
import type { Lot, LotId, LotStatus } from './lot.ts'
import { type Instant, instant } from './units.ts'

const BITS = 5
const WIDTH = 1 << BITS

/** Totals of all lots below a node. */
interface Sum {
  /** When the first lot below the node is due; `Infinity`: none is. */
  readonly dueAt: number
  /** Number of lots with a ceiling. */
  readonly withCeilings: number
  /** Number of lots whose deal waits for a confirmation. */
  readonly awards: number
}
interface Leaf extends Sum {
  readonly lots: readonly Lot[]
}
interface Branch extends Sum {
  readonly nodes: readonly Node[]
}
type Node = Leaf | Branch

type Counts = Readonly<Record<LotStatus, number>>
const NONE: Counts = { waiting: 0, scheduled: 0, open: 0, held: 0, unsold: 0, sold: 0, withdrawn: 0, failed: 0 }

/**
 * A session's lots in catalogue order, by id. Immutable: `with` returns a copy that shares all but the path to the
 * changed lot, so a bid costs the same among ten lots and ten thousand. Counts and the next due time are maintained,
 * not searched.
 */
export class Lots {
  private readonly root: Node
  private readonly depth: number
  private readonly places: ReadonlyMap<LotId, number>
  private readonly counts: Counts

  private constructor(root: Node, depth: number, places: ReadonlyMap<LotId, number>, counts: Counts) {
    this.root = root
    this.depth = depth
    this.places = places
    this.counts = counts
  }

  /** These lots in this order. */
  static of(lots: Iterable<Lot>): Lots {
    const list = [...lots]
    const counts = { ...NONE }
    for (const { status } of list) counts[status] += 1
    const places = new Map(list.map(({ lot }, place) => [lot, place]))
    const { root, depth } = built(list)
    return new Lots(root, depth, places, counts)
  }

  get size(): number {
    return this.places.size
  }

  get(id: LotId): Lot | undefined {
    const place = this.places.get(id)
    if (place === undefined) return undefined
    let node = this.root
    for (let shift = this.depth * BITS; 'nodes' in node; shift -= BITS) {
      const next: Node | undefined = node.nodes[(place >>> shift) & (WIDTH - 1)]
      if (next === undefined) return undefined
      node = next
    }
    return node.lots[place & (WIDTH - 1)]
  }

  has(id: LotId): boolean {
    return this.places.has(id)
  }

  /** The published lot that this one was split from, at once or by several splits (N9); itself where it was published. */
  rootOf(id: LotId): LotId {
    const parent = this.get(id)?.parent
    return parent ? this.rootOf(parent) : id
  }

  /** A copy with this lot in place of the one with the same id; unchanged where there is none. */
  with(lot: Lot): Lots {
    const place = this.places.get(lot.lot)
    const before = this.get(lot.lot)
    if (place === undefined || before === undefined || before === lot) return this
    const change = {
      lot,
      dueBefore: dueAtOf(before),
      dueAfter: dueAtOf(lot),
      ceilings: Number(hasCeilings(lot)) - Number(hasCeilings(before)),
      awards: Number(lot.award !== null) - Number(before.award !== null),
    }
    const root = put(this.root, this.depth * BITS, place, change)
    const counts =
      before.status === lot.status
        ? this.counts
        : {
            ...this.counts,
            [before.status]: this.counts[before.status] - 1,
            [lot.status]: this.counts[lot.status] + 1,
          }
    return new Lots(root, this.depth, this.places, counts)
  }

  map(change: (lot: Lot) => Lot): Lots {
    return Lots.of(Array.from(this, change))
  }

  /** How many lots have one of these statuses. */
  count(...statuses: readonly LotStatus[]): number {
    return statuses.reduce((sum, status) => sum + this.counts[status], 0)
  }

  /** When a tick is next due for a lot's clock. */
  get dueAt(): Instant | null {
    return this.root.dueAt === Infinity ? null : instant(this.root.dueAt)
  }

  /** The lots that are due at `now`. */
  due(now: Instant): readonly Lot[] {
    return found(
      this.root,
      ({ dueAt }) => dueAt <= now,
      (lot) => dueAtOf(lot) <= now,
    )
  }

  get awards(): number {
    return this.root.awards
  }

  withCeilings(): readonly Lot[] {
    return found(this.root, ({ withCeilings }) => withCeilings > 0, hasCeilings)
  }

  /** The lots that differ from `before` or are new; shared parts of the tree are skipped. */
  changedSince(before: Lots): readonly Lot[] {
    if (before.places !== this.places) return [...this].filter((lot) => before.get(lot.lot) !== lot)
    const changed: Lot[] = []
    collectChanges(before.root, this.root, changed)
    return changed
  }

  *[Symbol.iterator](): IterableIterator<Lot> {
    const nodes = [this.root]
    for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
      if ('lots' in node) yield* node.lots
      else nodes.push(...node.nodes.toReversed())
    }
  }

  toJSON(): readonly Lot[] {
    return [...this]
  }
}

const hasCeilings = ({ ceilings }: Lot): boolean => {
  for (const _ in ceilings) return true
  return false
}

function dueAtOf({ status, clock, hold, award }: Lot): number {
  if (award !== null) return award.until + LAW.closeGraceMs
  if (clock === null) return Infinity
  if (status === 'scheduled') return clock.opensAt
  if (status === 'held') return hold?.until ?? Infinity
  return status === 'open' ? clock.deadline + LAW.closeGraceMs : Infinity
}

function leaf(lots: readonly Lot[]): Leaf {
  let dueAt = Infinity
  let withCeilings = 0
  let awards = 0
  for (const lot of lots) {
    dueAt = Math.min(dueAt, dueAtOf(lot))
    if (hasCeilings(lot)) withCeilings += 1
    if (lot.award !== null) awards += 1
  }
  return { lots, dueAt, withCeilings, awards }
}

function branch(nodes: readonly Node[]): Branch {
  let dueAt = Infinity
  let withCeilings = 0
  let awards = 0
  for (const node of nodes) {
    dueAt = Math.min(dueAt, node.dueAt)
    withCeilings += node.withCeilings
    awards += node.awards
  }
  return { nodes, dueAt, withCeilings, awards }
}

function built(lots: readonly Lot[]): { readonly root: Node; readonly depth: number } {
  let level: readonly Node[] = pieces(lots).map(leaf)
  for (let depth = 0; ; depth++) {
    const [root] = level
    if (root === undefined) return { root: leaf([]), depth: 0 }
    if (level.length === 1) return { root, depth }
    level = pieces(level).map(branch)
  }
}

const pieces = <T>(list: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(list.length / WIDTH) }, (_, i) => list.slice(i * WIDTH, (i + 1) * WIDTH))

interface Change {
  readonly lot: Lot
  readonly dueBefore: number
  readonly dueAfter: number
  /** Change in the number of lots with ceilings: 1, 0 or −1. */
  readonly ceilings: number
  readonly awards: number
}

function put(node: Node, shift: number, place: number, change: Change): Node {
  const at = (place >>> shift) & (WIDTH - 1)
  const withCeilings = node.withCeilings + change.ceilings
  const awards = node.awards + change.awards
  if ('lots' in node) {
    const lots = replaced(node.lots, at, change.lot)
    return { lots, withCeilings, awards, dueAt: dueAtAfter(node, change) ?? leaf(lots).dueAt }
  }
  const below = node.nodes[at]
  if (below === undefined) return node
  const nodes = replaced(node.nodes, at, put(below, shift - BITS, place, change))
  return { nodes, withCeilings, awards, dueAt: dueAtAfter(node, change) ?? branch(nodes).dueAt }
}

/** `slice` copies as a block, several times as fast as `Array.with`. */
function replaced<T>(list: readonly T[], at: number, one: T): readonly T[] {
  const copy = list.slice()
  copy[at] = one
  return copy
}

/** `null`: the lot that was due first is due later now, so all lots below the node must be compared. */
function dueAtAfter({ dueAt }: Sum, { dueBefore, dueAfter }: Change): number | null {
  if (dueAfter <= dueAt) return dueAfter
  return dueBefore > dueAt ? dueAt : null
}

function found(root: Node, may: (sum: Sum) => boolean, is: (lot: Lot) => boolean): readonly Lot[] {
  if (!may(root)) return []
  return 'lots' in root ? root.lots.filter(is) : root.nodes.flatMap((node) => found(node, may, is))
}

function collectChanges(before: Node, after: Node, into: Lot[]): void {
  if (before === after) return
  if ('lots' in after && 'lots' in before) into.push(...after.lots.filter((lot, i) => lot !== before.lots[i]))
  else if ('nodes' in after && 'nodes' in before)
    after.nodes.forEach((node, i) => {
      const old = before.nodes[i]
      if (old !== undefined) collectChanges(old, node, into)
    })
}
