import type { Link } from '../../link/link.ts'
import type { Wire } from '../../link/wire.ts'

/** From a handshake's first byte to some dozens of frames: most cuts hit the middle of one. */
const DOWN_BYTES = 40_000
/** A client sends little: its handshake, and a heartbeat now and then. */
const UP_BYTES = 900
const LATEST_MS = 4_000

/** Cuts every connection made through a link while active, each in another way. */
export class Knife {
  /** Planned ends of connections; some are cut earlier. */
  readonly plans = { 'connections to be reset': 0, 'to be ended': 0, 'to fall silent': 0 }
  readonly #link: Link
  readonly #random: () => number
  readonly #timers = new Set<NodeJS.Timeout>()
  #out = false

  constructor(link: Link, random: () => number) {
    this.#link = link
    this.#random = random
    link.events.on('connection', (wire) => this.#cut(wire))
  }

  draw(): void {
    this.#out = true
    for (const wire of this.#link.wires) this.#cut(wire)
  }

  /** Current and later connections stay. */
  sheathe(): void {
    this.#out = false
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    this.#link.restore()
  }

  #cut(wire: Wire): void {
    if (!this.#out) return
    const draw = this.#random()
    if (draw < 0.02) {
      this.plans['to fall silent'] += 1
      wire.cutAfter({ bytes: this.#bytes(DOWN_BYTES), direction: 'down', by: 'blackhole' })
    } else if (draw < 0.25) {
      this.plans['to be ended'] += 1
      wire.cutAfter({ bytes: this.#bytes(DOWN_BYTES), direction: 'down', by: 'end' })
    } else {
      this.plans['connections to be reset'] += 1
      const up = draw < 0.4
      wire.cutAfter({ bytes: this.#bytes(up ? UP_BYTES : DOWN_BYTES), direction: up ? 'up' : 'down', by: 'reset' })
    }
    // Connections with too little traffic to reach the count are cut in silence.
    const timer = setTimeout(() => wire.reset(), this.#random() * LATEST_MS)
    this.#timers.add(timer)
  }

  readonly #bytes = (most: number): number => Math.floor(this.#random() * most)
}
