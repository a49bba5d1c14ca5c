import { Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
/** A comment behind the end may be so long. */
const COMMENT_BYTES = 65_535
const ENTRIES_MOST = 5_000
/** Unpacked, all entries together: ten times what a full 5 MB workbook comes to. */
const UNPACKED_MOST = 200 * 1024 * 1024
/** A workbook inside a document; more of it is not held in memory. */
const EMBEDDED_MOST = 20 * 1024 * 1024
/** A document may hold a workbook, which may hold one more. */
const DEPTH_MOST = 2
/** An entry that an unpacker would write elsewhere: up, from the root, or from a drive. */
const LEADS_OUT = /(^|[/\\])\.\.([/\\]|$)|^[/\\]|^[A-Za-z]:|\0/
const STORED = 0
const DEFLATED = 8

export interface Entry {
  readonly name: string
  readonly method: number
  readonly packed: Buffer
  /** As the table of contents says. */
  readonly unpackedBytes: number
  /** Where the entry begins and ends in the file. */
  readonly from: number
  readonly to: number
}

/**
 * Is this a document of the newer Office, with that part in it, no macros, and no bomb? Entries are unpacked one after
 * another, piece by piece; what is embedded as a zip of its own is held to the same.
 */
export async function isZipOf(bytes: Buffer, part: string): Promise<boolean> {
  const entries = entriesIn(bytes)
  if (entries === null) return false
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has(part)) return false
  return (await bytesInside(bytes, 0)) <= UNPACKED_MOST
}

/**
 * Bytes that a zip and the zips inside it unpack to, all together. Infinite where they must not be unpacked: macros, names
 * that lead out, parts that overlap or are larger than they say, zips too deep inside each other.
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

/** The bytes of an entry, piece by piece; fails where they are more than the table of contents says. */
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

/** Does a zip end here? Readers of zips look for it from the end on, whatever the file begins with. */
export const endsAsZip = (bytes: Buffer): boolean => endOf(bytes) !== null

/**
 * The entries of a zip's own table of contents, each of which must be where it points; `null`: it is no whole zip from its
 * first byte on.
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

/** Entries that share bytes unpack the same bomb many times. */
function overlap(entries: readonly Entry[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.from - b.from)
  return inOrder.some(({ from }, index) => from < (inOrder[index - 1]?.to ?? 0))
}

/**
 * The entry unpacked, if it is a zip itself; `null` if it is something else, which is dropped as it comes; `undefined`
 * unless it unpacks to what the table of contents says, to the byte.
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

/** The end record of the table: the last one whose comment reaches exactly to the end of the file. */
function endOf(bytes: Buffer): number | null {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES); at--) {
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  return null
}
