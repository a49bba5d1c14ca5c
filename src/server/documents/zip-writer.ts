import { constants, crc32, deflateRawSync } from 'node:zlib'

const LOCAL_BYTES = 30
const ENTRY_BYTES = 46
const END_BYTES = 22
const DEFLATED = 8
const VERSION = 20
/** 1 January 1980, the first day of the format: the same content gives the same bytes. */
const DAY = 0x21
/** Bytes that are packed at once. */
const PIECE_BYTES = 256 * 1024
/** Most bytes of UTF-8 that a UTF-16 unit takes. */
const CHAR_BYTES_MOST = 3

/** Writes the parts of a zip one after another; only their packed bytes stay in memory. */
export interface ZipWriter {
  /** Begins a part, and ends the one before. `name` is ASCII. */
  begin(name: string): void
  /** Adds to the part that was begun last. */
  write(text: string): void
  /** The whole file. */
  end(): Buffer
}

interface Part {
  readonly name: Buffer
  /** Where its header is in the file. */
  readonly at: number
  /** Its header, filled in once its sizes are known. */
  readonly header: Buffer
  crc: number
  unpacked: number
  packed: number
}

export function openZipWriter(): ZipWriter {
  const pieces: Buffer[] = []
  const parts: Part[] = []
  let at = 0
  let part: Part | null = null
  /** What is not packed yet: written row by row, since joining rows to one text first takes twice the time. */
  const waiting = Buffer.allocUnsafe(PIECE_BYTES)
  let waits = 0

  const push = (bytes: Buffer): void => {
    pieces.push(bytes)
    at += bytes.length
  }
  /** Each piece is packed on its own and ends on a byte; one after another they are one stream. */
  const pack = (to: Part, bytes: Buffer, last: boolean): void => {
    const packed = deflateRawSync(bytes, { finishFlush: last ? constants.Z_FINISH : constants.Z_FULL_FLUSH })
    to.crc = crc32(bytes, to.crc)
    to.unpacked += bytes.length
    to.packed += packed.length
    push(packed)
  }
  const packWaiting = (to: Part, last: boolean): void => {
    const bytes = waiting.subarray(0, waits)
    waits = 0
    pack(to, bytes, last)
  }
  const endPart = (): void => {
    if (!part) return
    packWaiting(part, true)
    part.header.writeUInt32LE(0x04034b50, 0)
    describe(part, part.header, 4)
    part = null
  }

  return {
    begin(name) {
      endPart()
      part = { name: Buffer.from(name), at, header: Buffer.alloc(LOCAL_BYTES), crc: 0, unpacked: 0, packed: 0 }
      parts.push(part)
      push(part.header)
      push(part.name)
    },
    write(more) {
      if (!part) throw new Error('no part was begun')
      const most = more.length * CHAR_BYTES_MOST
      if (most > PIECE_BYTES - waits) packWaiting(part, false)
      if (most <= PIECE_BYTES) waits += waiting.write(more, waits)
      else pack(part, Buffer.from(more), false)
    },
    end() {
      endPart()
      const from = at
      for (const one of parts) {
        const entry = Buffer.alloc(ENTRY_BYTES)
        entry.writeUInt32LE(0x02014b50, 0)
        entry.writeUInt16LE(VERSION, 4)
        describe(one, entry, 6)
        entry.writeUInt32LE(one.at, 42)
        push(entry)
        push(one.name)
      }
      const end = Buffer.alloc(END_BYTES)
      end.writeUInt32LE(0x06054b50, 0)
      end.writeUInt16LE(parts.length, 8)
      end.writeUInt16LE(parts.length, 10)
      end.writeUInt32LE(at - from, 12)
      end.writeUInt32LE(from, 16)
      push(end)
      return Buffer.concat(pieces)
    },
  }
}

/** The fields that a part's header and its entry in the table share. */
function describe({ name, crc, unpacked, packed }: Part, record: Buffer, at: number): void {
  record.writeUInt16LE(VERSION, at)
  record.writeUInt16LE(DEFLATED, at + 4)
  record.writeUInt16LE(DAY, at + 8)
  record.writeUInt32LE(crc, at + 10)
  record.writeUInt32LE(packed, at + 14)
  record.writeUInt32LE(unpacked, at + 18)
  record.writeUInt16LE(name.length, at + 22)
}
