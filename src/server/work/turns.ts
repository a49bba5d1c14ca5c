/** Maximum number that wait: of one line, and in all. Beyond it they are refused with `TooBusy`. */
export interface InLine {
  readonly ofOne: number
  readonly ofAll: number
}
const SIGN_INS: InLine = { ofOne: 64, ofAll: 1_024 }

export class TooBusy extends Error {
  override name = 'TooBusy'
}

/** Who waits: the known go first; all others take turns by the line that they name (an address, a company). */
export type Line = 'known' | { readonly unknown: string }

/** `left`: gives the place in the line up; the work of one that left is not begun, and rejects with the signal's reason. */
export type InTurn = <T>(line: Line, work: () => Promise<T>, left?: AbortSignal) => Promise<T>

/** Runs at most this many at once; the rest wait in line. */
export function createTurns(atOnce: number, inLine: InLine = SIGN_INS): InTurn {
  const lines = new Lines(inLine)
  let running = 0
  const enter = async (line: Line, left?: AbortSignal): Promise<void> => {
    left?.throwIfAborted()
    if (running < atOnce) {
      running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    lines.add(line, resolve)
    const leave = () => {
      if (lines.remove(line, resolve)) reject(left?.reason)
    }
    left?.addEventListener('abort', leave, { once: true })
    await promise.finally(() => left?.removeEventListener('abort', leave))
  }
  const leave = (): void => {
    const next = lines.next()
    // The slot is passed on directly; no later caller can overtake.
    if (next) next()
    else running -= 1
  }
  return async (line, work, left) => {
    await enter(line, left)
    try {
      left?.throwIfAborted()
      return await work()
    } finally {
      leave()
    }
  }
}

type Go = () => void

/** A line for the known, and one for each unknown address, served in rotation. */
class Lines {
  readonly #most: InLine
  readonly #known: Go[] = []
  /** Insertion order is the rotation: a served address moves to the end. */
  readonly #unknown = new Map<string, Go[]>()
  #waiting = 0

  constructor(most: InLine) {
    this.#most = most
  }

  add(line: Line, go: Go): void {
    if (line === 'known') {
      this.#known.push(go)
      return
    }
    const own = this.#unknown.get(line.unknown) ?? []
    if (own.length >= this.#most.ofOne || this.#waiting >= this.#most.ofAll) throw new TooBusy()
    own.push(go)
    this.#waiting += 1
    this.#unknown.set(line.unknown, own)
  }

  /** False: it has been served already. */
  remove(line: Line, go: Go): boolean {
    const own = line === 'known' ? this.#known : (this.#unknown.get(line.unknown) ?? [])
    const at = own.indexOf(go)
    if (at === -1) return false
    own.splice(at, 1)
    if (line === 'known') return true
    this.#waiting -= 1
    if (own.length === 0) this.#unknown.delete(line.unknown)
    return true
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
