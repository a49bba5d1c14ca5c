import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** Maximum length of the comment behind the end record. */
const COMMENT_BYTES = 65_535
const ENTRIES_MOST = 5_000
/** Limit on the unpacked bytes of all entries: ten times those of a full 5 MB workbook. */
const UNPACKED_MOST = 200 * 1024 * 1024
/** Largest embedded workbook that is unpacked into memory. */
const EMBEDDED_MOST = 20 * 1024 * 1024
/** Nesting limit: a document may hold a workbook, which may hold one more. */
const DEPTH_MOST = 2
/** Names that an unpacker would write elsewhere: upwards, from the root, or on another drive. */
const LEADS_OUT = /(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:|\0/
const STORED = 0
const DEFLATED = 8

export interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: Buffer
  /** As stated in the central directory. */
  readonly unpackedBytes: number
  /** Start and end of the entry in the file. */
  readonly from: number
  readonly to: number
}

/**
 * Whether the bytes are an Office document (OOXML) with that part, without macros and not a zip bomb. Entries are
 * unpacked one after another, in pieces; embedded zips are checked alike.
 */
export async function isZipOf(bytes: Buffer, part: string): Promise<boolean> {
  const entries = entriesIn(bytes)
  if (entries === null) return false
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has(part)) return false
  return (await bytesInside(bytes, 0)) <= UNPACKED_MOST
}

/**
 * Unpacked size of a zip and the zips inside it. Infinite for zips that must not be unpacked: macros, names that lead
 * out, parts that overlap or are larger than stated, nesting too deep.
 */
async function bytesInside(bytes: Buffer, depth: number): Promise<number> {
  const entries = entriesIn(bytes)
  if (entries === null || depth > DEPTH_MOST || overlap(entries)) return Infinity
  if (entries.some(({ name }) => /vbaProject/i.test(name) || LEADS_OUT.test(name))) return Infinity
  let sum = entries.reduce((all, { unpackedBytes }) => all + unpackedBytes, 0)
  for (const entry of entries) {
    if (sum > UNPACKED_MOST) return Infinity
    const inner = await unpackedZip(entry)
    if (inner === undefined) return Infinity
    if (inner !== null) sum += await bytesInside(inner, depth + 1)
  }
  return sum
}

/** The entries of a zip whose parts do not overlap, by name; `null`: it is none. */
export function openZip(bytes: Buffer): ReadonlyMap<string, Entry> | null {
  const entries = entriesIn(bytes)
  return entries === null || overlap(entries) ? null : new Map(entries.map((entry) => [entry.name, entry]))
}

/** The unpacked bytes of an entry, in pieces; fails when they exceed the stated size. */
export async function* unpack({ method, packed, unpackedBytes }: Entry): AsyncGenerator<Uint8Array> {
  if (method !== STORED && method !== DEFLATED) throw new RangeError('an unknown way of packing')
  const pieces: AsyncIterable<unknown> =
    method === STORED ? Readable.from([packed]) : Readable.from([packed]).pipe(createInflateRaw())
  let unpacked = 0
  for await (const piece of pieces) {
    if (!(piece instanceof Uint8Array)) continue
    unpacked += piece.length
    if (unpacked > unpackedBytes) throw new RangeError('more bytes than the table of contents says')
    yield piece
  }
}

/** Whether a zip ends here. Readers of zips search from the end, whatever the file begins with. */
export const endsAsZip = (bytes: Buffer): boolean => endOf(bytes) !== null

/**
 * The entries of the central directory, each of which must be where the directory says; `null`: not a complete zip from
 * its first byte on.
 */
function entriesIn(bytes: Buffer): readonly Entry[] | null {
  const end = endOf(bytes)
  if (end === null || bytes.readUInt32LE(0) !== LOCAL) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > ENTRIES_MOST) return null

  const entries: Entry[] = []
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) return null
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28)
    const from = bytes.readUInt32LE(at + 42)
    if (nameEnd > end || from + LOCAL_BYTES > end || bytes.readUInt32LE(from) !== LOCAL) return null
    const begin = from + LOCAL_BYTES + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    const to = begin + bytes.readUInt32LE(at + 20)
    if (to > end) return null
    entries.push({
      name: bytes.toString('utf8', at + ENTRY_BYTES, nameEnd),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.subarray(begin, to),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      from,
      to,
    })
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

/** Overlapping entries would unpack the same bomb many times. */
function overlap(entries: readonly Entry[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.from - b.from)
  return inOrder.some(({ from }, index) => from < (inOrder[index - 1]?.to ?? 0))
}

/**
 * The entry unpacked, if it is a zip itself; `null`: it is something else, whose bytes are dropped; `undefined`: its
 * size differs from the stated one.
 */
async function unpackedZip(entry: Entry): Promise<Buffer | null | undefined> {
  const kept: Uint8Array[] = []
  let [unpacked, isZip] = [0, true]
  try {
    for await (const piece of unpack(entry)) {
      unpacked += piece.length
      if (!isZip) continue
      kept.push(piece)
      if (unpacked >= 4) isZip = Buffer.concat(kept.slice(0, 4)).readUInt32LE(0) === LOCAL
      if (isZip && unpacked > EMBEDDED_MOST) return undefined
    }
  } catch {
    return undefined
  }
  if (unpacked !== entry.unpackedBytes) return undefined
  return isZip && unpacked >= 4 ? Buffer.concat(kept) : null
}

/** Position of the end record: the last one whose comment reaches exactly to the end of the file. */
function endOf(bytes: Buffer): number | null {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES); at--) {
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  return null
}
