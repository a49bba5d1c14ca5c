import type { Socket } from 'node:net'
import { capacity } from './conditions.ts'
import type { Conditions } from './conditions.ts'
import type { Radio, Sendable, Sender } from './radio.ts'

/** How a connection is cut once its bytes are through. */
export type CutBy = 'reset' | 'end' | 'blackhole'

export interface LaneStats {
  /** Read from the sender. */
  read: number
  /** Handed to the receiver. */
  delivered: number
  /** Lost in a black hole. */
  swallowed: number
  /** Bytes held now, and the most so far. */
  held: number
  heldMost: number
}
export const noStats = (): LaneStats => ({ read: 0, delivered: 0, swallowed: 0, held: 0, heldMost: 0 })

interface Hooks {
  readonly conditions: () => Conditions
  readonly random: () => number
  /** The last byte before a cut was handed over. */
  readonly cut: (by: CutBy) => void
}

/**
 * One direction of one connection. Bytes read wait for the air (`backlog`), then fly for the delay (`flight`), then are
 * handed over. Ends and resets travel in the same order as bytes.
 */
export class Lane implements Sender {
  readonly stats = noStats()
  readonly #source: Socket
  readonly #sink: Socket
  readonly #radio: Radio
  readonly #hooks: Hooks
  #backlog: Sendable[] = []
  #flight: { readonly load: Sendable; readonly due: number }[] = []
  #timer: NodeJS.Timeout | undefined
  #stalled = false
  /** The handshake is running: bytes wait for it. */
  #opening = false
  #stallTimer: NodeJS.Timeout | undefined
  #openTimer: NodeJS.Timeout | undefined
  #swallows = false
  /** Bytes were lost: later ones would be garbage, so this lane stays silent for good. */
  #lost = false
  #left = false
  #full = false
  #cut: { left: number; readonly by: CutBy } | null = null

  constructor(source: Socket, sink: Socket, radio: Radio, hooks: Hooks) {
    this.#source = source
    this.#sink = sink
    this.#radio = radio
    this.#hooks = hooks
    let ended = false
    source.on('data', (bytes: Buffer) => this.#accept({ kind: 'bytes', bytes }))
    source.on('end', () => {
      ended = true
      this.#accept({ kind: 'end' })
    })
    source.on('close', (hadError: boolean) => {
      if (hadError || !ended) this.#accept({ kind: 'abort' })
    })
    sink.on('drain', () => {
      this.#full = false
      this.#deliver()
    })
    sink.on('close', () => this.#drop())
  }

  /** Whether the sender closed while the link was dark. */
  get leftInTheDark(): boolean {
    return this.#left
  }

  /** Delays the first bytes by this much. */
  openAfter(ms: number): void {
    this.#opening = true
    this.#openTimer = setTimeout(() => {
      this.#opening = false
      this.#wake()
    }, ms)
  }

  /** Stops sending and delivering, for that long or until resumed. */
  stall(ms = Number.POSITIVE_INFINITY): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#stallTimer)
    this.#stalled = true
    if (Number.isFinite(ms)) this.#stallTimer = setTimeout(() => this.resume(), ms)
  }

  resume(): void {
    clearTimeout(this.#stallTimer)
    if (!this.#stalled) return
    this.#stalled = false
    this.#wake()
    this.#deliver()
  }

  /** Drops all bytes in flight and to come, and blocks ends and resets. */
  swallow(): void {
    this.#swallows = true
    this.#lost ||= this.#backlog.length + this.#flight.length > 0
    this.stats.swallowed += this.stats.held
    this.#drop()
  }

  /** Carries again, unless something was lost. */
  restore(): void {
    this.#swallows = this.#lost
  }

  cutAfter(bytes: number, by: CutBy): void {
    this.#cut = { left: bytes, by }
  }

  uncut(): void {
    this.#cut = null
  }

  close(): void {
    clearTimeout(this.#stallTimer)
    clearTimeout(this.#openTimer)
    this.#drop()
  }

  take(bytes: number): Sendable | null {
    if (this.#stalled || this.#opening) return null
    const load = this.#backlog.shift()
    if (load?.kind !== 'bytes' || load.bytes.length <= bytes) return load ?? null
    this.#backlog.unshift({ kind: 'bytes', bytes: load.bytes.subarray(bytes) })
    return { kind: 'bytes', bytes: load.bytes.subarray(0, bytes) }
  }

  sent(load: Sendable, at: number): void {
    const conditions = this.#hooks.conditions()
    const { delay, jitter } = conditions
    const arrives = this.#radio.through(at, conditions) + delay + (jitter > 0 ? jitter * this.#hooks.random() : 0)
    // A piece due before the one ahead of it waits: order is kept.
    this.#flight.push({ load, due: arrives })
    if (this.#flight.length === 1) this.#deliver()
  }

  #accept(load: Sendable): void {
    if (load.kind === 'bytes') this.stats.read += load.bytes.length
    if (this.#swallows) this.#lose(load)
    else if (!this.#sink.destroyed) this.#keep(load)
  }

  #lose(load: Sendable): void {
    this.#lost = true
    if (load.kind === 'bytes') this.stats.swallowed += load.bytes.length
    else this.#left = true
  }

  #keep(load: Sendable): void {
    this.#backlog.push(load)
    if (load.kind === 'bytes') this.#hold(load.bytes.length)
    this.#wake()
  }

  #wake(): void {
    if (this.#backlog.length > 0 && !this.#stalled && !this.#opening) this.#radio.wake(this)
  }

  /** The sender is read only while there is room: it feels the link, not our memory. */
  #hold(bytes: number): void {
    this.stats.held += bytes
    this.stats.heldMost = Math.max(this.stats.heldMost, this.stats.held)
    if (this.stats.held >= capacity(this.#hooks.conditions())) this.#source.pause()
    else if (this.#source.isPaused()) this.#source.resume()
  }

  #deliver(): void {
    clearTimeout(this.#timer)
    for (;;) {
      const next = this.#flight[0]
      if (!next || this.#stalled || this.#full) return
      const wait = next.due - performance.now()
      if (wait > 0) {
        this.#timer = setTimeout(() => this.#deliver(), Math.ceil(wait))
        return
      }
      this.#flight.shift()
      this.#handOver(next.load)
    }
  }

  #handOver(load: Sendable): void {
    switch (load.kind) {
      case 'end':
        this.#sink.end()
        return
      case 'abort':
        this.#sink.resetAndDestroy()
        return
      case 'bytes':
        this.#write(load.bytes)
    }
  }

  #write(bytes: Buffer): void {
    this.#hold(-bytes.length)
    const cut = this.#cut
    const through = cut && bytes.length >= cut.left ? bytes.subarray(0, cut.left) : bytes
    if (cut) cut.left -= through.length
    this.stats.delivered += through.length
    if (cut?.left === 0) {
      this.#cut = null
      this.swallow()
      // Only once the kernel has the bytes: a reset would take them back from our own buffer.
      this.#sink.write(through, () => this.#hooks.cut(cut.by))
      return
    }
    if (!this.#sink.write(through)) this.#full = true
  }

  #drop(): void {
    clearTimeout(this.#timer)
    this.#backlog = []
    this.#flight = []
    this.#hold(-this.stats.held)
  }
}
