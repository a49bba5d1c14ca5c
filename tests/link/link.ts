import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { changed, DIRECTIONS, PERFECT } from './conditions.ts'
import type { Change, Conditions, Direction } from './conditions.ts'
import { noStats } from './lane.ts'
import type { LaneStats } from './lane.ts'
import { Radio } from './radio.ts'
import { seeded } from '../../src/server/seeded.ts'
import { Wire } from './wire.ts'
import type { Controls, Cut } from './wire.ts'

export interface LinkOptions extends Change {
  /** `http://127.0.0.1:8007`, `127.0.0.1:8007` or a port of this machine. */
  readonly target: string | number
  /** Port to listen on; a free one by default. */
  readonly port?: number
  /** Address to listen on; this machine alone by default. */
  readonly host?: string
  /**
   * Round trips before the first byte of a connection: 1 for TCP, 3 with an older TLS. None by default, since the link
   * itself accepts at once.
   */
  readonly handshake?: number
  /** Seed of jitter and fades. */
  readonly seed?: number
}

interface LinkStats {
  /** Connections so far, now open, refused, and cut by `cutAfter`. */
  readonly accepted: number
  readonly open: number
  readonly refused: number
  readonly cut: number
  /** Bytes of all connections so far; `heldMost` is that of the fullest. */
  readonly up: Readonly<LaneStats>
  readonly down: Readonly<LaneStats>
}

interface LinkEvents {
  connection: [Wire]
  cut: [Wire]
  closed: [Wire]
  refused: []
}

/** A bad link in front of a server: connect to `url` in its place. It relays TCP, so HTTP and WebSocket alike. */
export async function openLink(options: LinkOptions): Promise<Link> {
  const server = createServer({ allowHalfOpen: true, noDelay: true })
  const link = new Link(server, options)
  server.listen(options.port ?? 0, options.host ?? '127.0.0.1')
  await once(server, 'listening')
  return link
}

export class Link implements Controls {
  /** `once(link.events, 'cut')` awaits the fact. */
  readonly events = new EventEmitter<LinkEvents>()
  readonly #server: Server
  readonly #random: () => number
  readonly #handshake: number
  readonly #wires = new Set<Wire>()
  readonly #radios: Readonly<Record<Direction, Radio>>
  readonly #totals = { up: noStats(), down: noStats() }
  readonly #counts = { accepted: 0, refused: 0, cut: 0 }
  #conditions: Record<Direction, Conditions>
  #target: { host: string; port: number }
  #refuses = false
  #holes = { up: false, down: false }
  #stalledUntil = { up: 0, down: 0 }
  #cut: Cut | null = null

  constructor(server: Server, { target, seed = 1, handshake = 0, ...change }: LinkOptions) {
    this.#server = server
    this.#random = seeded(seed)
    this.#handshake = handshake
    this.#target = parseTarget(target)
    this.#conditions = { up: changed(PERFECT, change, 'up'), down: changed(PERFECT, change, 'down') }
    this.#radios = {
      up: new Radio(this.#conditions.up.rate, seeded(seed + 1)),
      down: new Radio(this.#conditions.down.rate, seeded(seed + 2)),
    }
    server.on('connection', (client) => this.#connected(client))
  }

  get port(): number {
    return this.#address.port
  }

  /** The address to open in place of the target. */
  get url(): string {
    const { address, family, port } = this.#address
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  }

  /** Open connections, oldest first. */
  get wires(): readonly Wire[] {
    return [...this.#wires]
  }

  get conditions(): Readonly<Record<Direction, Conditions>> {
    return this.#conditions
  }

  get stats(): LinkStats {
    const sum = (direction: Direction) =>
      this.wires.reduce((all, wire) => added(all, wire.stats[direction]), this.#totals[direction])
    return { ...this.#counts, open: this.#wires.size, up: sum('up'), down: sum('down') }
  }

  set(change: Change): void {
    const next = {
      up: changed(this.#conditions.up, change, 'up'),
      down: changed(this.#conditions.down, change, 'down'),
    }
    this.#conditions = next
    for (const wire of this.#wires) wire.set(change)
    for (const direction of DIRECTIONS) this.#radios[direction].setRate(next[direction].rate)
  }

  /** Directs new connections elsewhere: a server restarted on another port keeps its address for the browser. */
  retarget(target: LinkOptions['target']): void {
    this.#target = parseTarget(target)
  }

  stall({ ms = Number.POSITIVE_INFINITY, direction }: { ms?: number; direction?: Direction } = {}): void {
    for (const one of which(direction)) this.#stalledUntil[one] = performance.now() + ms
    for (const wire of this.#wires) wire.stall({ ms, ...(direction && { direction }) })
  }

  resume(direction?: Direction): void {
    for (const one of which(direction)) this.#stalledUntil[one] = 0
    for (const wire of this.#wires) wire.resume(direction)
  }

  blackhole(direction?: Direction): void {
    for (const one of which(direction)) this.#holes[one] = true
    for (const wire of this.#wires) wire.blackhole(direction)
  }

  /** Cuts each connection, open or to come, after that many more bytes, until `restore`. */
  cutAfter(cut: Cut): void {
    for (const wire of this.#wires) wire.cutAfter(cut)
    this.#cut = cut
  }

  /** New connections are reset as soon as they are made. (TCP's own refusal would give our port away.) */
  refuse(): void {
    this.#refuses = true
  }

  restore(): void {
    this.#refuses = false
    this.#holes = { up: false, down: false }
    this.#stalledUntil = { up: 0, down: 0 }
    this.#cut = null
    for (const wire of this.#wires) wire.restore()
  }

  /** A TCP reset to both ends of every connection, now. */
  resetAll(): void {
    for (const wire of this.#wires) wire.reset()
  }

  async close(): Promise<void> {
    for (const radio of Object.values(this.#radios)) radio.close()
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const wire of this.#wires) wire.close()
    await closed
  }

  get #address(): AddressInfo {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the link is closed')
    return address
  }

  #connected(client: Socket): void {
    if (this.#refuses) {
      this.#counts.refused++
      client.on('error', () => undefined).resetAndDestroy()
      this.events.emit('refused')
      return
    }
    const wire = new Wire({
      id: ++this.#counts.accepted,
      client,
      target: this.#target,
      radios: this.#radios,
      conditions: this.#conditions,
      handshake: this.#handshake,
      random: this.#random,
      onCut: (cut) => {
        this.#counts.cut++
        this.events.emit('cut', cut)
      },
      onClosed: (closed) => this.#closed(closed),
    })
    this.#wires.add(wire)
    this.#likeTheOthers(wire)
    this.events.emit('connection', wire)
  }

  #likeTheOthers(wire: Wire): void {
    for (const direction of DIRECTIONS) {
      const ms = this.#stalledUntil[direction] - performance.now()
      if (ms > 0) wire.stall({ ms, direction })
      if (this.#holes[direction]) wire.blackhole(direction)
    }
    if (this.#cut) wire.cutAfter(this.#cut)
  }

  #closed(wire: Wire): void {
    // Both sockets may close before the first reports it.
    if (!this.#wires.delete(wire)) return
    for (const direction of DIRECTIONS) this.#totals[direction] = added(this.#totals[direction], wire.stats[direction])
    wire.close()
    this.events.emit('closed', wire)
  }
}

const which = (direction: Direction | undefined): readonly Direction[] => (direction ? [direction] : DIRECTIONS)

const added = (a: LaneStats, b: LaneStats): LaneStats => ({
  read: a.read + b.read,
  delivered: a.delivered + b.delivered,
  swallowed: a.swallowed + b.swallowed,
  held: a.held + b.held,
  heldMost: Math.max(a.heldMost, b.heldMost),
})

function parseTarget(target: string | number): { host: string; port: number } {
  const text = String(target).replace(/^\w+:\/\//, '')
  // With an unknown scheme, a URL keeps an explicit port, even 80.
  const url = URL.parse(/^\d+$/.test(text) ? `tcp://127.0.0.1:${text}` : `tcp://${text}`)
  const port = Number(url?.port)
  if (!url || !port) throw new RangeError(`a target is host:port, not ${target}`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port }
}
