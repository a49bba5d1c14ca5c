const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
/** A comment behind the end may be so long. */
const COMMENT_BYTES = 65_535
const ENTRIES_MOST = 5_000

/** Is this a document of the newer Office, with that part in it and no macros? Nothing is ever unpacked. */
export function isZipOf(bytes: Buffer, part: string): boolean {
  const names = namesIn(bytes)
  return (
    names !== null &&
    names.has('[Content_Types].xml') &&
    names.has(part) &&
    ![...names].some((name) => /vbaProject/i.test(name))
  )
}

/**
 * The names in a zip's own table of contents, each of which must point at an entry; `null`: it is no whole zip from its
 * first byte on.
 */
function namesIn(bytes: Buffer): ReadonlySet<string> | null {
  const end = endOf(bytes)
  if (end === null || bytes.readUInt32LE(0) !== LOCAL) return null
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (count > ENTRIES_MOST) return null

  const names = new Set<string>()
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > end || bytes.readUInt32LE(at) !== ENTRY) return null
    const nameEnd = at + ENTRY_BYTES + bytes.readUInt16LE(at + 28)
    const local = bytes.readUInt32LE(at + 42)
    if (nameEnd > end || local + 4 > end || bytes.readUInt32LE(local) !== LOCAL) return null
    names.add(bytes.toString('utf8', at + ENTRY_BYTES, nameEnd))
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return names
}

/** The end record of the table: the last one whose comment reaches exactly to the end of the file. */
function endOf(bytes: Buffer): number | null {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_BYTES); at--) {
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length) return at
  }
  return null
}
