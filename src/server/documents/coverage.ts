import { closeSync, openSync, readSync } from 'node:fs'

/** Code points that a font has a glyph for: pairs of first and last, in order. */
export type Coverage = Uint32Array

/** The code points of a TrueType or OpenType file. Only its character map is read, not its glyphs. */
export function coverageOf(path: string): Coverage {
  const file = openSync(path, 'r')
  try {
    const read = (at: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length)
      if (readSync(file, bytes, 0, length, at) < length) throw new Error(`${path} ends too early`)
      return bytes
    }
    const tables = read(0, 12).readUInt16BE(4)
    const directory = read(12, 16 * tables)
    for (let at = 0; at < directory.length; at += 16)
      if (directory.toString('latin1', at, at + 4) === 'cmap')
        return mapOf(read(directory.readUInt32BE(at + 8), directory.readUInt32BE(at + 12)))
    throw new Error(`${path} has no character map`)
  } finally {
    closeSync(file)
  }
}

/** Of the map's subtables, the one for all planes (format 12), else the one for the first (format 4). */
function mapOf(map: Buffer): Coverage {
  const starts = Array.from({ length: map.readUInt16BE(2) }, (_, i) => map.readUInt32BE(8 + 8 * i))
  const withFormat = (format: number) => starts.find((at) => map.readUInt16BE(at) === format)
  const all = withFormat(12)
  if (all !== undefined) return groupsOf(map, all)
  const first = withFormat(4)
  if (first === undefined) throw new Error('a character map of an unknown format')
  return segmentsOf(map, first)
}

function groupsOf(map: Buffer, at: number): Coverage {
  const pairs: number[] = []
  for (let group = at + 16, left = map.readUInt32BE(at + 12); left > 0; left--, group += 12) {
    // A group that begins with glyph 0 begins with a character that has none.
    const missing = map.readUInt32BE(group + 8) === 0 ? 1 : 0
    add(pairs, map.readUInt32BE(group) + missing, map.readUInt32BE(group + 4))
  }
  return Uint32Array.from(pairs)
}

function segmentsOf(map: Buffer, at: number): Coverage {
  const size = map.readUInt16BE(at + 6)
  const pairs: number[] = []
  for (let segment = 0; segment < size; segment += 2) {
    const end = map.readUInt16BE(at + 14 + segment)
    const start = map.readUInt16BE(at + 16 + size + segment)
    const delta = map.readUInt16BE(at + 16 + 2 * size + segment)
    const offsetAt = at + 16 + 3 * size + segment
    const offset = map.readUInt16BE(offsetAt)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = offset === 0 ? (code + delta) & 0xffff : map.readUInt16BE(offsetAt + offset + 2 * (code - start))
      if (glyph !== 0) add(pairs, code, code)
    }
  }
  return Uint32Array.from(pairs)
}

function add(pairs: number[], first: number, last: number): void {
  if (last < first) return
  if (pairs.at(-1) === first - 1) pairs[pairs.length - 1] = last
  else pairs.push(first, last)
}

export function covers(coverage: Coverage, code: number): boolean {
  let low = 0
  let high = coverage.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if ((coverage[2 * middle + 1] ?? 0) < code) low = middle + 1
    else high = middle
  }
  return low < coverage.length / 2 && (coverage[2 * low] ?? Infinity) <= code
}
