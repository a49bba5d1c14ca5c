/** The raw socket, as far as the queue uses it. */
export interface Sink {
  readonly writableLength: number
  write(bytes: Uint8Array, flushed?: () => void): boolean
}

export interface SendQueueLimits {
  /**
   * Maximum bytes waiting behind the frame in flight; beyond it the reader is too slow. A snapshot of ten thousand lots
   * is one frame.
   */
  readonly backlogBytes: number
  /** Without any progress for this long the reader is too slow. */
  readonly stalledMs: number
  /** A long frame is sent in slices, so that progress shows on the slowest link. */
  readonly sliceBytes: number
}

/** Bytes of a frame. */
interface Piece {
  readonly bytes: Buffer
  /** These bytes end a frame. */
  readonly last: boolean
}

export const SEND_QUEUE_LIMITS: SendQueueLimits = { backlogBytes: 1_000_000, stalledMs: 10_000, sliceBytes: 16_384 }

/**
 * Writes prepared frames to one socket. A fast reader gets them directly; for a slow one they wait here as references
 * to shared bytes, and the socket is fed in slices. So a slow reader costs little and delays no other, and a close
 * frame need not queue behind a megabyte.
 */
export class SendQueue {
  readonly #sink: Sink
  readonly #limits: SendQueueLimits
  readonly #now: () => number
  readonly #waiting: Piece[] = []
  #waitingBytes = 0
  /** The rest of the frame that is being written. */
  #inFlight = 0
  #feeding = false
  #movedAt = 0
  #shut = false

  constructor(sink: Sink, limits: SendQueueLimits, now: () => number) {
    this.#sink = sink
    this.#limits = limits
    this.#now = now
  }

  /** Queues a frame, whole or in parts. */
  push(...parts: readonly Buffer[]): void {
    if (this.#shut) return
    const [only] = parts
    if (
      parts.length === 1 &&
      only &&
      !this.#feeding &&
      this.#sink.writableLength === 0 &&
      only.length <= this.#limits.sliceBytes
    ) {
      this.#sink.write(only)
      return
    }
    for (const [i, bytes] of parts.entries()) {
      this.#waiting.push({ bytes, last: i === parts.length - 1 })
      this.#waitingBytes += bytes.length
    }
    if (this.#feeding) return
    this.#feeding = true
    this.#movedAt = this.#now()
    this.#feed()
  }

  get slow(): boolean {
    if (this.#waitingBytes - this.#inFlight > this.#limits.backlogBytes) return true
    return this.#feeding && this.#now() - this.#movedAt > this.#limits.stalledMs
  }

  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /**
   * Drops waiting frames. A frame that has begun is finished first, since half a frame would make the close unreadable.
   * `begun`: its remaining bytes.
   */
  shut(): void {
    this.#shut = true
    const rest = this.#begun ? this.#waiting.slice(0, 1 + this.#waiting.findIndex(({ last }) => last)) : []
    this.#waiting.length = 0
    this.#waitingBytes = 0
    this.#inFlight = 0
    for (const { bytes } of rest) this.#sink.write(bytes)
  }

  /** The first waiting item is the rest of a frame that has begun. */
  #begun = false

  #firstFrame(): number {
    let bytes = 0
    for (const piece of this.#waiting) {
      bytes += piece.bytes.length
      if (piece.last) break
    }
    return bytes
  }

  #feed(): void {
    const first = this.#waiting[0]
    if (first === undefined) {
      this.#feeding = false
      return
    }
    if (!this.#begun) this.#inFlight = this.#firstFrame()
    const piece = first.bytes.subarray(0, this.#limits.sliceBytes)
    const whole = piece.length === first.bytes.length
    this.#begun = !whole || !first.last
    if (!whole) this.#waiting[0] = { ...first, bytes: first.bytes.subarray(piece.length) }
    else this.#waiting.shift()
    this.#waitingBytes -= piece.length
    this.#inFlight -= piece.length
    this.#sink.write(piece, () => {
      this.#movedAt = this.#now()
      if (this.#shut) this.#feeding = false
      else this.#feed()
    })
  }
}
