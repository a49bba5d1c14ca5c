/** Maximum number of waiting sign-ins: of one unknown address, and in all. Beyond it they are refused. */
const IN_LINE = { ofOne: 64, ofAll: 1_024 } as const

export class TooBusy extends Error {
  override name = 'TooBusy'
}

/** A waiting sign-in: a known account and device goes first, unknown ones take turns by their address. */
export type Line = 'known' | { readonly unknown: string }

export type InTurn = <T>(line: Line, work: () => Promise<T>) => Promise<T>

/** Runs at most this many at once; the rest wait in line. */
export function createTurns(atOnce: number): InTurn {
  const lines = new Lines()
  let running = 0
  const enter = async (line: Line): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    await new Promise<void>((release) => lines.add(line, release))
  }
  const leave = (): void => {
    const next = lines.next()
    // The slot is passed on directly; no later caller can overtake.
    if (next) next()
    else running -= 1
  }
  return async (line, work) => {
    await enter(line)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

type Go = () => void

/** A line for the known, and one for each unknown address, served in rotation. */
class Lines {
  readonly #known: Go[] = []
  /** Insertion order is the rotation: a served address moves to the end. */
  readonly #unknown = new Map<string, Go[]>()
  #waiting = 0

  add(line: Line, go: Go): void {
    if (line === 'known') {
      this.#known.push(go)
      return
    }
    const own = this.#unknown.get(line.unknown) ?? []
    if (own.length >= IN_LINE.ofOne || this.#waiting >= IN_LINE.ofAll) throw new TooBusy()
    own.push(go)
    this.#waiting += 1
    this.#unknown.set(line.unknown, own)
  }

  next(): Go | undefined {
    const known = this.#known.shift()
    if (known) return known
    const [first] = this.#unknown
    if (!first) return undefined
    const [address, own] = first
    this.#unknown.delete(address)
    const go = own.shift()
    if (own.length > 0) this.#unknown.set(address, own)
    this.#waiting -= 1
    return go
  }
}
