import { deflateRawSync } from 'node:zlib'

interface Packed {
  /** By deflate. */
  readonly packed: Buffer
  /** The size that the table of contents gives. */
  readonly claims: number
}

export const packed = (bytes: Buffer): Packed => ({ packed: deflateRawSync(bytes), claims: bytes.length })

/** A zip of files, as small as one gets; a text is stored as it is. */
export function zipOf(files: Readonly<Record<string, string | Packed>>): Buffer {
  const locals: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const [name, file] of Object.entries(files)) {
    const path = Buffer.from(name)
    const [bytes, size, method] =
      typeof file === 'string' ? [Buffer.from(file), Buffer.byteLength(file), 0] : [file.packed, file.claims, 8]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(method, 8)
    local.writeUInt32LE(bytes.length, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(path.length, 26)
    locals.push(local, path, bytes)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(method, 10)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(path.length, 28)
    entry.writeUInt32LE(at, 42)
    table.push(entry, path)
    at += 30 + path.length + bytes.length
  }
  const end = Buffer.alloc(22)
  const size = table.reduce((sum, piece) => sum + piece.length, 0)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, ...table, end])
}

const OFFICE_PARTS = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }
const MB = 1024 * 1024

/** A document that a workbook is embedded in. */
export const embedding = (workbook: Buffer): Buffer =>
  zipOf({ ...OFFICE_PARTS, 'word/embeddings/workbook.xlsx': packed(workbook) })

/** Documents with parts that fill the memory when unpacked. */
export const zipBombs = (): Readonly<Record<string, Buffer>> => {
  const zeros = packed(Buffer.alloc(100 * MB))
  const doubled = zipOf({ ...OFFICE_PARTS, 'a.xml': 'a', 'b.xml': 'b' })
  // The second entry points at the first one's bytes.
  const second = doubled.lastIndexOf(Buffer.from('b.xml')) - 46
  const first = doubled.lastIndexOf(Buffer.from('a.xml')) - 46
  doubled.writeUInt32LE(doubled.readUInt32LE(first + 42), second + 42)
  return {
    'one that unpacks to 300 MB': zipOf({
      ...OFFICE_PARTS,
      ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`word/${name}.xml`, zeros])),
    }),
    'one that lies about what it unpacks to': zipOf({
      ...OFFICE_PARTS,
      'word/a.xml': { ...zeros, claims: 1_000 },
    }),
    'one whose entries share their bytes': doubled,
    'one inside a workbook that is embedded': embedding(
      zipOf(Object.fromEntries(['a', 'b', 'c'].map((name) => [`xl/${name}.xml`, zeros]))),
    ),
    'one of zips inside zips': [1, 2, 3].reduce((inner) => embedding(inner), zipOf({ 'a.xml': 'a' })),
  }
}
