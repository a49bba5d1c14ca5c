import { constants, deflateRawSync } from 'node:zlib'

const FIN = 0x80
const RSV1 = 0x40
const TEXT = 0x01
/** Below one packet, compressing saves nothing that a slow link would notice. */
const DEFLATE_FROM = 1_200
const SYNC_MARK_BYTES = 4

/** How a frame is written: a WebSocket frame, plain or compressed, or a server-sent event. */
export type Encoding = 'plain' | 'deflated' | 'event'

/** A part shared by many texts, encoded once. */
export class Piece {
  readonly #text: string
  #plain: Buffer | null = null
  #deflated: Buffer | null = null

  constructor(text: string) {
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  /** The part's bytes; a deflated part can be followed by another, compressed independently. */
  bytes(deflate: boolean): Buffer {
    return deflate ? (this.#deflated ??= deflated(this.#text)) : (this.#plain ??= Buffer.from(this.#text))
  }
}

/** The shared end of many texts: a snapshot stays the same while the time in front of it changes. */
export class Tail {
  readonly length: number
  readonly #pieces: readonly Piece[]
  readonly #made = new Map<boolean, readonly Buffer[]>()

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces
    this.length = pieces.reduce((sum, { length }) => sum + length, 0)
  }

  bytes(deflate: boolean): readonly Buffer[] {
    const known = this.#made.get(deflate)
    if (known !== undefined) return known
    const whole = this.#pieces.map((piece) => piece.bytes(deflate))
    const made = deflate ? whole.map((bytes, i) => (i === whole.length - 1 ? ended(bytes) : bytes)) : whole
    this.#made.set(deflate, made)
    return made
  }
}

/**
 * A text frame as bytes, made once for all readers of the same view. Long ones (a snapshot, a long resume) are also
 * compressed, for clients that agreed to it: once, not per client, and each independently (no context takeover), so
 * that plain and compressed frames mix freely.
 */
export class Frame {
  readonly #text: string
  readonly #tail: Tail | null
  #plain: readonly Buffer[] | null = null
  #deflated: readonly Buffer[] | null = null
  #event: readonly Buffer[] | null = null

  constructor(text: string, tail: Tail | null = null) {
    this.#text = text
    this.#tail = tail
  }

  /** Buffers to be written one after another, with nothing between them. */
  bytes(encoding: Encoding): readonly Buffer[] {
    const tail = this.#tail
    if (encoding === 'event')
      return (this.#event ??= tail === null ? [asEvent(this.#text)] : eventOf(this.#text, tail.bytes(false)))
    if (encoding === 'plain' || this.#text.length + (tail?.length ?? 0) < DEFLATE_FROM)
      return (this.#plain ??= framed(0, Buffer.from(this.#text), tail?.bytes(false) ?? []))
    // Flushed output may be followed by independently compressed frames.
    return (this.#deflated ??=
      tail === null
        ? framed(RSV1, ended(deflated(this.#text)), [])
        : framed(RSV1, deflated(this.#text), tail.bytes(true)))
  }
}

/** JSON has no line breaks outside its strings, and escapes those inside: one line holds any frame. */
const EVENT_START = 'data: '
const EVENT_END = '\n\n'
const END_BYTES = Buffer.from(EVENT_END)

export const asEvent = (text: string): Buffer => Buffer.from(`${EVENT_START}${text}${EVENT_END}`)
const eventOf = (start: string, tail: readonly Buffer[]): readonly Buffer[] => [
  Buffer.from(`${EVENT_START}${start}`),
  ...tail,
  END_BYTES,
]

const deflated = (text: string): Buffer => deflateRawSync(text, { finishFlush: constants.Z_SYNC_FLUSH, level: 4 })

/** RFC 7692 §7.2.1: raw deflate, flushed, without the empty block that ends it. */
const ended = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length - SYNC_MARK_BYTES)

/** RFC 6455 §5.2: a server's frame is not masked; one frame is one message. */
function framed(rsv: number, payload: Buffer, tail: readonly Buffer[]): readonly Buffer[] {
  const length = tail.reduce((sum, bytes) => sum + bytes.length, payload.length)
  return [Buffer.concat([header(length, FIN | rsv | TEXT), payload]), ...tail]
}

function header(length: number, first: number): Buffer {
  if (length < 126) return Buffer.from([first, length])
  if (length < 65_536) {
    const short = Buffer.from([first, 126, 0, 0])
    short.writeUInt16BE(length, 2)
    return short
  }
  const long = Buffer.alloc(10)
  long[0] = first
  long[1] = 127
  long.writeBigUInt64BE(BigInt(length), 2)
  return long
}
