/** A zip of stored files, as small as one gets. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = []
  const table: Buffer[] = []
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), Buffer.from(text)]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt32LE(bytes.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(path.length, 26)
    locals.push(local, path, bytes)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt32LE(bytes.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
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
