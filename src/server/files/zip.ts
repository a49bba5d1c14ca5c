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
 * another, piece by piece, into nothing.
 */
export async function isZipOf(bytes: Buffer, part: string): Promise<boolean> {
  const entries = entriesIn(bytes)
  if (entries === null) return false
  const names = new Set(entries.map(({ name }) => name))
  if (!names.has('[Content_Types].xml') || !names.has(part)) return false
  if ([...names].some((name) => /vbaProject/i.test(name) || LEADS_OUT.test(name))) return false
  if (entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0) > UNPACKED_MOST || overlap(entries))
    return false
  for (const entry of entries) if (!(await isAsLarge(entry))) return false
  return true
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

/** Unpacks to what the table of contents says, and no byte more. */
async function isAsLarge({ method, packed, unpackedBytes }: Entry): Promise<boolean> {
  if (method === STORED) return packed.length === unpackedBytes
  if (method !== DEFLATED) return false
  let unpacked = 0
  try {
    for await (const piece of Readable.from([packed]).pipe(createInflateRaw())) {
      if (piece instanceof Uint8Array) unpacked += piece.length
      if (unpacked > unpackedBytes) return false
    }
  } catch {
    return false
  }
  return unpacked === unpackedBytes
}

/** The end record of the table: the last one whose comment reaches exactly to the end of the file. */
function endOf(bytes: Buffer): number | null {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES); at--) {
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  return null
}
