import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { changed, DIRECTIONS } from './conditions.ts'
import type { Change, Conditions, Direction } from './conditions.ts'
import { Lane } from './lane.ts'
import type { CutBy, LaneStats } from './lane.ts'
import type { Radio } from './radio.ts'

export interface Cut {
  /** How many more bytes of the direction get through, to the byte: in the middle of a frame, if need be. */
  readonly bytes: number
  readonly direction: Direction
  /** `reset` (default): a TCP reset to both ends. `end`: as if the sender had finished. `blackhole`: silence. */
  readonly by?: CutBy
}

/** Controls of a whole link and of one connection. No direction: both. */
export interface Controls {
  /** Changes the named conditions; bytes in flight keep their times. */
  set(change: Change): void
  /** Stops everything, for `ms` or until `resume`. Nothing is lost. */
  stall(stall?: { readonly ms?: number; readonly direction?: Direction }): void
  resume(direction?: Direction): void
  /** Falls silent without a close: bytes, ends and resets vanish, new connections are accepted and lead nowhere. */
  blackhole(direction?: Direction): void
  /**
   * Undoes stall, black hole, cut and refusal. A connection that lost bytes stays silent, as its peer is gone to it.
   */
  restore(): void
  cutAfter(cut: Cut): void
}

interface WireSetup {
  readonly id: number
  readonly client: Socket
  readonly target: { readonly host: string; readonly port: number }
  readonly radios: Readonly<Record<Direction, Radio>>
  readonly conditions: Readonly<Record<Direction, Conditions>>
  /** Round trips before the connection's first byte. */
  readonly handshake: number
  readonly random: () => number
  readonly onCut: (wire: Wire) => void
  readonly onClosed: (wire: Wire) => void
}

/** One connection through the link. */
export class Wire implements Controls {
  readonly id: number
  readonly #client: Socket
  readonly #target: Socket
  readonly #lanes: Readonly<Record<Direction, Lane>>
  readonly #conditions: Record<Direction, Conditions>

  constructor({ id, client, target, radios, conditions, handshake, random, onCut, onClosed }: WireSetup) {
    this.id = id
    this.#client = client
    this.#target = connect({ ...target, allowHalfOpen: true, noDelay: true })
    this.#conditions = { ...conditions }
    const lane = (direction: Direction, source: Socket, sink: Socket) =>
      new Lane(source, sink, radios[direction], {
        conditions: () => this.#conditions[direction],
        random,
        cut: (by) => {
          this.#cutNow(direction, by)
          onCut(this)
        },
      })
    this.#lanes = { up: lane('up', client, this.#target), down: lane('down', this.#target, client) }
    if (handshake > 0) this.#lanes.up.openAfter(handshakeMs(handshake, radios, conditions))
    for (const socket of [client, this.#target]) {
      // The `close` that follows reports the error to the other end.
      socket.on('error', () => undefined)
      socket.on('close', () => {
        if (this.closed) onClosed(this)
      })
    }
  }

  get closed(): boolean {
    return this.#client.closed && this.#target.closed
  }

  get stats(): Readonly<Record<Direction, Readonly<LaneStats>>> {
    return { up: this.#lanes.up.stats, down: this.#lanes.down.stats }
  }

  /** Delay and jitter for this connection alone; the rate is the whole link's. */
  set(change: Change): void {
    for (const direction of DIRECTIONS)
      this.#conditions[direction] = changed(this.#conditions[direction], change, direction)
  }

  stall({ ms, direction }: { ms?: number; direction?: Direction } = {}): void {
    for (const lane of this.#of(direction)) lane.stall(ms)
  }

  resume(direction?: Direction): void {
    for (const lane of this.#of(direction)) lane.resume()
  }

  blackhole(direction?: Direction): void {
    for (const lane of this.#of(direction)) lane.swallow()
  }

  restore(): void {
    for (const lane of this.#of()) {
      lane.uncut()
      lane.resume()
      lane.restore()
    }
    // The gone end answers with a reset as soon as it can be reached.
    if (this.#of().some((lane) => lane.leftInTheDark)) this.reset()
  }

  cutAfter({ bytes, direction, by = 'reset' }: Cut): void {
    if (!Number.isSafeInteger(bytes) || bytes < 0)
      throw new RangeError(`a cut comes after a whole number of bytes, not ${bytes}`)
    this.#lanes[direction].cutAfter(bytes, by)
  }

  /** A TCP reset to both ends, now. */
  reset(): void {
    this.#client.resetAndDestroy()
    this.#target.resetAndDestroy()
  }

  close(): void {
    for (const lane of this.#of()) lane.close()
    this.#client.destroy()
    this.#target.destroy()
  }

  #of(direction?: Direction): readonly Lane[] {
    return (direction ? [direction] : DIRECTIONS).map((one) => this.#lanes[one])
  }

  #cutNow(direction: Direction, by: CutBy): void {
    const [sender, receiver] = direction === 'up' ? [this.#client, this.#target] : [this.#target, this.#client]
    switch (by) {
      case 'reset':
        this.reset()
        return
      case 'blackhole':
        this.blackhole()
        return
      case 'end':
        receiver.end()
        sender.resetAndDestroy()
    }
  }
}

/** Duration of a handshake: each packet of each round trip may be lost, and is resent. */
function handshakeMs(trips: number, radios: WireSetup['radios'], conditions: WireSetup['conditions']): number {
  const now = performance.now()
  let at = now
  for (let trip = 0; trip < trips; trip += 1)
    for (const direction of DIRECTIONS)
      at = radios[direction].through(at, conditions[direction]) + conditions[direction].delay
  return at - now
}
