import type { Frame } from './frame.ts'

/** Maximum bytes of messages sent to a reader that has not answered a later tick: 0.7 s of a link of 96 kbit/s. */
export const TALK_WINDOW = 8_192
/** Maximum bytes waiting; beyond it the oldest messages are dropped, and the reader fetches them when it needs them. */
const TALK_WAITING = 16_384
/** Ticks that a reader may leave unanswered before the oldest are forgotten. */
const TICKS_KEPT = 64

interface Waiting {
  readonly frame: Frame
  readonly bytes: number
}

interface Sent {
  readonly seq: number
  readonly at: number
  /** Bytes of messages sent before this tick. */
  readonly said: number
}

/**
 * Messages on one connection. The system's send buffers cannot be inspected, so a reader's lag is judged by the ticks
 * that it has answered: messages are sent ahead of them by one window at most, and events overtake waiting messages.
 */
export class TalkLane {
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #ticks: Sent[] = []
  #said = 0
  #answered = 0
  #hasAnswered = false

  /** Whether this many bytes of messages may go out at once, with the events around them. */
  takes(bytes: number): boolean {
    return this.#waiting.length === 0 && this.#onTheWay + bytes <= TALK_WINDOW
  }

  sent(bytes: number): void {
    this.#said += bytes
  }

  queue(frame: Frame, bytes: number): void {
    this.#waiting.push({ frame, bytes })
    this.#waitingBytes += bytes
    while (this.#waitingBytes > TALK_WAITING && this.#waiting.length > 1)
      this.#waitingBytes -= this.#waiting.shift()?.bytes ?? 0
  }

  /** The next waiting frame that may go out. */
  next(): Frame | null {
    const [first] = this.#waiting
    if (first === undefined) return null
    // A message longer than a window goes out alone.
    if (this.#onTheWay > 0 && this.#onTheWay + first.bytes > TALK_WINDOW) return null
    this.#waiting.shift()
    this.#waitingBytes -= first.bytes
    this.sent(first.bytes)
    return first.frame
  }

  /** Half a window is unanswered: a tick will tell when it has arrived. */
  get wantsTick(): boolean {
    const many = this.#waiting.length > 0 || this.#onTheWay > TALK_WINDOW / 2
    return many && this.#said > (this.#ticks.at(-1)?.said ?? this.#answered)
  }

  ticked(seq: number, at: number): void {
    this.#ticks.push({ seq, at, said: this.#said })
    if (this.#ticks.length > TICKS_KEPT) this.#ticks.shift()
  }

  answered(seq: number): void {
    const index = this.#ticks.findIndex((tick) => tick.seq === seq)
    const tick = this.#ticks[index]
    if (tick === undefined) return
    this.#hasAnswered = true
    this.#answered = tick.said
    this.#ticks = this.#ticks.slice(index + 1)
  }

  /**
   * Since when a tick is unanswered; `null`: none is, or the reader has not answered any yet (a long welcome may be on
   * its way).
   */
  get behindSince(): number | null {
    return this.#hasAnswered ? (this.#ticks[0]?.at ?? null) : null
  }

  get #onTheWay(): number {
    return this.#said - this.#answered
  }
}
